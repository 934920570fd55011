// The traffic matrix as a picture.
#ifndef MPIMON_RENDER_HEATMAP_H
#define MPIMON_RENDER_HEATMAP_H

#include <string>
#include <vector>

#include "analysis/traffic/grid.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

struct Heatmap {
    Grid grid;
    std::vector<std::string> labels;  // of rows and columns
    std::string program;              // the title's beginning, shortened if there is no room
    std::string subject;              // "bytes sent, all classes"; always shown in full
    std::string subtitle;
    // Who is in rows and columns.
    std::string row = "sender";
    std::string column = "receiver";
};

// Draws for a terminal: two columns a cell if they fit into `width`, else one.
std::string heatmap_text(const Heatmap &map, int width, const Style &style);

// How many cells side by side fit into a terminal of this width.
size_t heatmap_text_cells(int width);

// A cell's value, or one between, with its unit.
std::string value_text(const Grid &grid, double value);

// Draw into files. The SVG has text that can be searched, and each cell tells its value. Throw Failure if the file
// cannot be written.
void write_heatmap_svg(const Heatmap &map, const std::string &path);
void write_heatmap_png(const Heatmap &map, const std::string &path);

}  // namespace mpimon

#endif
