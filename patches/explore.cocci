// Why: mpimon tune tries algorithms within a job's own collective calls (MPIR_CVAR_MONITORING_EXPLORE).
// Shape: the beginning of the one function that looks through MPICH's trees of choices; and where CH4 makes its own tree, the
//   function that it makes choices with, which is known in that file alone.
// May miss: algorithms that control variables choose, for which MPICH looks through no tree.
// Tried on: 4.0 to 5.0; patches/README.md says how far.

@explore_select@
identifier f =~ "^MPIR_Csel_search$";
identifier tree, call;
type tree_type, call_type;
@@
  f(tree_type tree, call_type call)
  {
+   MPIMON_HOOK_SELECT(tree, call);
    ...
  }

@explore_choices@
identifier make =~ "^MPIR_Csel_create_from_(buf|file)$";
identifier choice =~ "^create_container$";
expression source, tree, lhs;
@@
  lhs = make(source, choice, &tree);
+ MPIMON_HOOK_CHOICES(lhs, choice);
