import os

from spack_repo.builtin.build_systems.autotools import AutotoolsPackage
from spack_repo.builtin.packages.mpich.package import MpichEnvironmentModifications

from spack.package import *


class MpichMonitoring(MpichEnvironmentModifications, AutotoolsPackage):
    """An MPICH whose runs leave a profile of who sent what to whom, why and by which collective algorithm; and mpimon, the
    command that reads profiles."""

    homepage = "https://www.mpich.org"  # of the MPICH that is built; the project itself has no page

    # The checkout that this recipe is in: there are no releases to download. `spack dev-build` takes it as it stands.
    git = "file://" + os.path.realpath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 4))

    version("main", branch="main")

    variant("device", default="ucx", values=("ucx", "ofi"), multi=False, description="MPICH's device: ch4:ucx or ch4:ofi")
    variant("mpich", default="4.0.2", values=("4.0.2", "4.2.3", "4.3.2", "5.0.1"), multi=False, description="MPICH's version")
    variant("yaksa_depth", default="3", values=("2", "3"), multi=False,
            description="Nesting of datatypes that packing code is generated for; 2 compiles in a third of the time")
    variant("fortran", default=True, description="Build Fortran's bindings")

    # As MPICH publishes them. They are patched while they are built.
    for _version, _sha256 in (
        ("4.0.2", "5a42f1a889d4a2d996c26e48cbf9c595cbf4316c6814f7c181e3320d21dedd42"),
        ("4.2.3", "7a019180c51d1738ad9c5d8d452314de65e828ee240bcb2d1f80de9a65be88a8"),
        ("4.3.2", "47d774587a7156a53752218c811c852e70ac44db9c502dc3f399b4cb817e3818"),
        ("5.0.1", "8c1832a13ddacf071685069f5fadfd1f2877a29e1a628652892c65211b1f3327"),
    ):
        resource(name="mpich", url=f"https://www.mpich.org/static/downloads/{_version}/mpich-{_version}.tar.gz",
                 sha256=_sha256, destination="", placement="mpich-source", when=f"mpich={_version}")

    provides("mpi@:4.0", when="mpich=4.0.2")
    provides("mpi@:4.0", when="mpich=4.2.3")
    provides("mpi@:4.0", when="mpich=4.3.2")
    provides("mpi@:5.0", when="mpich=5.0.1")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build", when="+fortran")
    depends_on("autoconf@2.71:", type="build")
    depends_on("automake@1.16:", type="build")
    depends_on("libtool", type="build")
    depends_on("m4", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("gmake", type="build")
    depends_on("perl", type="build")
    depends_on("rsync", type="build")
    depends_on("python@3.9:", type="build")
    depends_on("py-pyyaml", type="build")
    depends_on("coccinelle", type="build")
    depends_on("protozero", type="build")
    depends_on("cli11@2.1:", type="build")
    depends_on("nlohmann-json@3.11:", type="build")
    depends_on("fmt@9:")
    depends_on("cairo@1.16: +png +svg")
    depends_on("ncurses@6: +termlib")
    depends_on("zlib@1.2:")
    depends_on("hwloc@2.1:")
    depends_on("scotch@7: ~mpi")
    depends_on("muparser@2.3:")
    depends_on("elfutils@0.180:")
    depends_on("ucx", when="device=ucx")
    depends_on("libfabric", when="device=ofi")

    conflicts("%gcc@:9", msg="C++17 with <charconv> is needed")

    filter_compiler_wrappers("mpicc", "mpicxx", "mpif77", "mpif90", "mpifort", relative_root="bin")

    build_directory = "spack-build"

    def autoreconf(self, spec, prefix):
        Executable("./autogen.sh")()

    def configure_args(self):
        return [
            "--disable-tests",
            "--without-hdf5",  # which may need this package for its MPI
            "--without-otf2",
            "--without-httplib",  # which serves the page
            "--without-npm",  # which would get packages past Spack
            f"--with-mpich={join_path(self.stage.source_path, 'mpich-source')}",
            f"--with-device=ch4:{self.spec.variants['device'].value}",
            f"--with-yaksa-depth={self.spec.variants['yaksa_depth'].value}",
            f"MPICH_CONFIGURE_ARGS={' '.join(self.mpich_configure_args())}",
        ]

    def mpich_configure_args(self):
        args = [f"--with-hwloc={self.spec['hwloc'].prefix}"]
        if self.spec.satisfies("device=ucx"):
            args.append(f"--with-ucx={self.spec['ucx'].prefix}")
        else:
            args.append(f"--with-libfabric={self.spec['libfabric'].prefix}")
        if self.spec.satisfies("~fortran"):
            args.append("--disable-fortran")
        return args

    def setup_build_environment(self, env: EnvironmentModifications) -> None:
        super().setup_build_environment(env)
        # What the scripts keep between runs belongs to this build.
        env.set("MPICH_MONITORING_CACHE", join_path(self.stage.path, "cache"))
