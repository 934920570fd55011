// The report for people, section by section.
#ifndef MPIMON_COMMANDS_REPORT_REPORT_TEXT_H
#define MPIMON_COMMANDS_REPORT_REPORT_TEXT_H

#include <string>
#include <vector>

#include "analysis/summary/summary.h"
#include "mpimon/render/page.h"

namespace mpimon {

// What the sections are made of.
struct ReportView {
    const Profile &profile;
    const Summary &summary;
    std::string file;
    ClassSet classes = ClassSet::all();
    size_t top = 10;   // rows that the longer tables show at most
    bool all = false;  // also what the library does for itself
    bool collective_sizes = false;
};

// What could not be read of the profile, as a warning; empty where it is whole.
std::string damage_text(const Profile &profile, const std::string &file, const Style &style);

std::string report_text(const ReportView &view, const Style &style);

// The sections, each in the file of its name.
std::string job_text(const Job &job);
void show_launch(const Job &job, Page &page);
void show_endings(const Profile &profile, Page &page);
void show_changes(const Profile &profile, Page &page);
void show_traffic(const ReportView &view, Page &page);
void show_localities(const ReportView &view, Page &page);
void show_carriers(const ReportView &view, Page &page);
void show_places(const ReportView &view, Page &page);
void show_ranks(const ReportView &view, Page &page);
void show_pairs(const ReportView &view, Page &page);
void show_sizes(const ReportView &view, Page &page);
void show_noncontiguous(const ReportView &view, Page &page);
void show_comparisons(const ReportView &view, Page &page);
void show_collectives(const ReportView &view, Page &page);
void show_kinds(const ReportView &view, Page &page);
void show_waiting(const ReportView &view, Page &page);
void show_collective_sizes(const ReportView &view, Page &page);
void show_communicators(const ReportView &view, Page &page);
void show_gauges(const ReportView &view, Page &page);
void show_timeline(const ReportView &view, Page &page);
void show_files(const ReportView &view, Page &page);
void show_plugins(const ReportView &view, Page &page);
void show_advice(const ReportView &view, Page &page);

}  // namespace mpimon

#endif
