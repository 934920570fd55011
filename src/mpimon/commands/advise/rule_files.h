// The rules of mpimon advise: those of the installation, and others'.
#ifndef MPIMON_COMMANDS_ADVISE_RULE_FILES_H
#define MPIMON_COMMANDS_ADVISE_RULE_FILES_H

#include <filesystem>
#include <string>
#include <vector>

#include "analysis/advice/rule.h"

namespace mpimon {

// All NAME.json of a folder, by name. Throws Failure if there is no such folder, or a file of it cannot be read;
// AnalysisError if one is no rule.
std::vector<advice::Rule> read_rules(const std::string &folder);

// Where an installation has its rules.
std::filesystem::path rules_folder(const std::filesystem::path &prefix);

// The rules of the installation at `prefix`. Throws as read_rules() does, and Failure if there is none.
std::vector<advice::Rule> installed_rules(const std::filesystem::path &prefix);

// A rule takes the place of one with the same name.
void add_rules(std::vector<advice::Rule> &rules, std::vector<advice::Rule> others);

}  // namespace mpimon

#endif
