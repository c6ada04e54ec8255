// Everything that can be wrong with a file's name is told before the work.
#include "array_outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lenslet/plot.hpp>

#include "array_files.hpp"
#include "exit.hpp"
#include "file_names.hpp"
#include "help.hpp"
#include "new_files.hpp"
#include "plot/svg.hpp"
#include "text.hpp"
#include "text_file.hpp"

namespace lenslet::cli {
namespace {

void check_plot(const OpInfo& info, const std::string& path) {
  if (!info.plot) {
    std::vector<std::string> known;
    for (const OpInfo& other : ops_of_arrays())
      if (other.plot) known.push_back(other.name);
    usage_error(fmt::format("--plot: {} has no plot; allowed: {}", info.name, join(known, ", ")));
  }
  plot::require_svg();
  if (!path.ends_with(".svg")) usage_error(fmt::format("--plot: {}: allowed is a file that ends in .svg", path));
}

}  // namespace

void add_plot_option(CLI::App& app) {
  add_value(app, "--plot", "FILE.svg",
            plot::has_svg() ? "Draw a picture of the result"
                            : "Not in this build (LENSLET_PLOTS=OFF): a picture of the result");
}

ArrayOutputs::ArrayOutputs(const OpInfo& info, const ArrayInputs& inputs, Words& words, std::optional<std::string> plot)
    : plot_(std::move(plot)) {
  while (!words.empty()) files_.push_back(words.take());
  if (plot_) check_plot(info, *plot_);
  const std::vector<ArrayOutput> outputs = array_outputs(inputs.call, inputs.types);
  if (files_.size() > outputs.size()) {
    std::vector<std::string> names;
    for (const ArrayOutput& output : outputs) names.push_back(output.name);
    usage_error(
        fmt::format("{} output files, {} makes {}: {}", files_.size(), info.name, names.size(), join(names, ", ")));
  }
  for (std::size_t i = 0; i < files_.size(); ++i) check_array_file(files_[i], outputs[i].type);
  FileNames names;
  for (const std::string& file : inputs.files) names.read(file);
  for (const std::string& file : files_) names.write(file);
  if (plot_) names.write(*plot_);
  for (const std::string& file : files_) check_writable(file);
  if (plot_) check_writable(*plot_);
}

void ArrayOutputs::write(const ArrayInputs& inputs, const Result& result, bool sync) const {
  const std::string picture = plot_ ? plot::svg(plot_of(inputs.call, inputs.arrays, result.arrays)) : "";
  NewFiles made;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    made.expect(files_[i]);
    write_array(files_[i], result.arrays[i], sync);
  }
  if (plot_) write_text(*plot_, picture, sync);
  made.keep();
}

}  // namespace lenslet::cli
