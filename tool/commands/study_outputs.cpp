// "-" is standard output. Two reports in one file would spoil both.
#include "tool/commands/study_outputs.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "studies/report/html.hpp"
#include "studies/report/json.hpp"
#include "studies/report/markdown.hpp"
#include "tool/files/text_file.hpp"
#include "tool/options/option.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"

namespace lenslet::cli {
namespace {

constexpr char standard_output[] = "-";

std::string first_as_json(const std::vector<report::Record>& records) {
  return report::json_text(records.front());
}

}  // namespace

void add_study_outputs(CLI::App& app) {
  add_value(app, "--json", "FILE", "Write every run of every point, for --from ('-': standard output)");
  add_value(app, "--html", "FILE",
            report::has_html() ? "Write a page with charts that needs no network"
                               : "Not in this build (LENSLET_HTML=OFF): a page with charts");
  add_value(app, "--markdown", "FILE", "Write verdicts, figures and medians as text");
}

StudyOutputs::StudyOutputs(const CLI::App& app, FileNames names) {
  if (const auto path = given(app, "--json")) outputs_.push_back({*path, first_as_json});
  if (const auto path = given(app, "--html")) outputs_.push_back({*path, report::html});
  if (const auto path = given(app, "--markdown")) outputs_.push_back({*path, report::markdown});
  if (given(app, "--html")) report::require_html();
  if (std::ranges::count(outputs_, standard_output, &Output::path) > 1)
    usage_error("two reports cannot both be written to standard output ('-')");
  for (const Output& output : outputs_) {
    names.write(output.path);
    if (output.path != standard_output) check_writable(output.path);
  }
}

bool StudyOutputs::on_standard_output() const {
  return std::ranges::count(outputs_, standard_output, &Output::path) > 0;
}

void StudyOutputs::keep(const std::vector<report::Record>& records) {
  for (Output& output : outputs_) try {
      if (output.path != standard_output && is_replaced_whole(output.path))
        write_text(output.path, output.text(records));
    } catch (const std::exception& error) {
      if (!std::exchange(output.warned, true)) print_warning(error.what());
    }
}

bool StudyOutputs::write(const std::vector<report::Record>& records) const {
  bool written = true;
  for (const Output& output : outputs_) try {
      const std::string text = output.text(records);
      if (output.path == standard_output)
        print_text(text);
      else
        write_text(output.path, text);
    } catch (const std::exception& error) {
      print_error(error, output.path);
      written = false;
    }
  return written;
}

}  // namespace lenslet::cli
