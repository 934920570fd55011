// A tuning file for one series of MPICH, made of one for another.
#ifndef MPIMON_ANALYSIS_TUNING_TRANSLATE_H
#define MPIMON_ANALYSIS_TUNING_TRANSLATE_H

#include <string>
#include <vector>

#include "analysis/tuning/tuning_file.h"
#include "tuning/series.h"

namespace mpimon::tuning {

struct Translation {
    std::string text;               // JSON
    std::vector<Problem> problems;  // what the other series cannot say; if any, the text is of no use
};

// The file is sound for the series `from`.
Translation translate(const TuningFile &file, Series from, Series to);

}  // namespace mpimon::tuning

#endif
