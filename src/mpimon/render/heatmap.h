// The traffic matrix as a picture.
#ifndef MPIMON_RENDER_HEATMAP_H
#define MPIMON_RENDER_HEATMAP_H

#include <string>

#include "analysis/traffic/grid.h"
#include "mpimon/render/terminal.h"

namespace mpimon {

// For a terminal: two columns a cell if they fit into `width`, else one.
std::string heatmap_text(const Grid &grid, const std::string &title, const std::string &subtitle, int width,
                         const Style &style);

// How many cells side by side fit into a terminal of this width.
size_t heatmap_text_cells(int width);

// A cell's value, or one between, with its unit.
std::string value_text(const Grid &grid, double value);

// Files, drawn by cairo. Throw Failure if the file cannot be written.
void write_heatmap_svg(const Grid &grid, const std::string &title, const std::string &subtitle,
                       const std::string &path);
void write_heatmap_png(const Grid &grid, const std::string &title, const std::string &subtitle,
                       const std::string &path);

}  // namespace mpimon

#endif
