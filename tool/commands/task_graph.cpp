// Places tasks in rows, each below all tasks that it follows. Graphs of a few tasks need no more.
#include "tool/commands/task_graph.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

constexpr double letter_width = 7.2, box_margin = 14, box_gap = 24, box_height = 40, row_height = 84, title_height = 36;

// The colours of Okabe and Ito, who chose them for all kinds of sight. They are lightened, so that black text stands
// out.
constexpr const char* colours[] = {"#f8d99a", "#bfe3f7", "#a5dccb", "#fbf6b3", "#a9cbe4", "#eec3a6", "#e9c9da"};

const char* colour_of(const Task& task) {
  return task.unit ? colours[*task.unit % std::size(colours)] : "#eeeeee";
}

std::string outputs_text(const Task& task) {
  return join(task.outputs, "; ");
}

std::string escaped(const std::string& text, bool xml) {
  std::string result;
  for (const char c : text) {
    if (xml && c == '<')
      result += "&lt;";
    else if (xml && c == '&')
      result += "&amp;";
    else if (!xml && (c == '"' || c == '\\'))
      result += {'\\', c};
    else
      result += c;
  }
  return result;
}

std::string dot_text(const std::vector<Task>& tasks, const std::string& title) {
  std::string text =
      fmt::format("digraph tasks {{\n  label=\"{}\";\n  node [shape=box, style=filled];\n", escaped(title, false));
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const std::string makes = outputs_text(tasks[i]);
    text += fmt::format("  t{} [label=\"{}{}\", fillcolor=\"{}\"];\n", i, escaped(tasks[i].name, false),
                        makes.empty() ? "" : "\\n" + escaped(makes, false), colour_of(tasks[i]));
    for (const std::size_t before : tasks[i].after) text += fmt::format("  t{} -> t{};\n", before, i);
  }
  return text + "}\n";
}

struct Box {
  std::size_t row = 0;
  double x = 0, width = 0;

  double middle() const { return x + width / 2; }
  double top() const { return title_height + static_cast<double>(row) * row_height; }
};

double width_of(const Task& task) {
  const std::size_t letters = std::max(task.name.size(), outputs_text(task).size());
  return static_cast<double>(letters) * letter_width + 2 * box_margin;
}

// Each row is centred.
std::vector<Box> boxes_of(const std::vector<Task>& tasks, double& width) {
  std::vector<Box> boxes(tasks.size());
  std::vector<double> widths;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    Box& box = boxes[i];
    for (const std::size_t before : tasks[i].after) box.row = std::max(box.row, boxes[before].row + 1);
    widths.resize(std::max(widths.size(), box.row + 1), box_gap);
    box = {box.row, widths[box.row], width_of(tasks[i])};
    widths[box.row] += box.width + box_gap;
  }
  width = std::max(width, widths.empty() ? 0 : std::ranges::max(widths));
  for (Box& box : boxes) box.x += (width - widths[box.row]) / 2;
  return boxes;
}

std::string box_svg(const Task& task, const Box& box) {
  std::string text = fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" rx=\"5\" fill=\"{}\" stroke=\"#444\"/>\n", box.x,
      box.top(), box.width, box_height, colour_of(task));
  const std::string makes = outputs_text(task);
  text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", box.middle(),
                      box.top() + (makes.empty() ? 24 : 17), escaped(task.name, true));
  if (!makes.empty())
    text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"#555\">{}</text>\n", box.middle(), box.top() + 33,
                        escaped(makes, true));
  return text;
}

std::string svg_text(const std::vector<Task>& tasks, const std::string& title) {
  double width = static_cast<double>(title.size()) * letter_width + 2 * box_gap;
  const std::vector<Box> boxes = boxes_of(tasks, width);
  double height = title_height;
  for (const Box& box : boxes) height = std::max(height, box.top() + row_height);
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "font-family=\"monospace\" font-size=\"12\" text-anchor=\"middle\">\n"
      "<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" "
      "orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#444\"/></marker></defs>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"{2:.1f}\" y=\"20\">{3}</text>\n",
      width, height, width / 2, escaped(title, true));
  for (std::size_t i = 0; i < tasks.size(); ++i)
    for (const std::size_t before : tasks[i].after)
      text += fmt::format(
          "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#444\" "
          "marker-end=\"url(#arrow)\"/>\n",
          boxes[before].middle(), boxes[before].top() + box_height, boxes[i].middle(), boxes[i].top());
  for (std::size_t i = 0; i < tasks.size(); ++i) text += box_svg(tasks[i], boxes[i]);
  return text + "</svg>\n";
}

}  // namespace

void check_graph_file(const std::filesystem::path& file) {
  if (file.extension() == ".dot" || file.extension() == ".svg") return;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{}: a graph is written as .svg, or as .dot for Graphviz", file.string()));
}

std::string graph_text(const std::vector<Task>& tasks, const std::string& title, const std::filesystem::path& file) {
  return file.extension() == ".dot" ? dot_text(tasks, title) : svg_text(tasks, title);
}

}  // namespace lenslet::cli
