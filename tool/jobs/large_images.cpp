// Chooses strips by the headers of files.
#include "tool/jobs/large_images.hpp"

#include <algorithm>
#include <filesystem>
#include <lenslet/error.hpp>

#include "tool/components/files.hpp"
#include "tool/files/reading.hpp"
#include "tool/jobs/outputs.hpp"

namespace lenslet::cli {
namespace {

constexpr std::uint64_t least_bytes = std::uint64_t{256} << 20;  // of the first image, in memory
constexpr std::uintmax_t least_bytes_on_disk = 256 << 10;        // deflate packs a thousand bytes into one at most

bool passes_by_rows(const OpInfo& op) {
  const auto is_near = [](const Operand& input) { return input.reads == Reads::same || input.reads == Reads::window; };
  return !op.of_arrays() && std::ranges::all_of(op.inputs, is_near);
}

// What no strips go with, and what shows or limits whole images. Windows that wrap around need rows from both ends.
bool wants_whole_images(const CLI::App& app, const Call& call, const RunOptions& options) {
  const auto is_given = [&](const char* option) { return find_option(app, option) && given(app, option).has_value(); };
  return other_than_strips(app, options).has_value() || is_given("--page") || is_given("--plot") || options.volume ||
         options.filter.ddepth == SampleType::f16 || border_of({call, {}, options.filter}) == Border::wrap;
}

bool is_large_on_disk(const std::string& file) {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(file, error);
  return !error && bytes >= least_bytes_on_disk;
}

// The rows are opened as strips open them: what cannot be read row by row is read whole. A file that cannot be read at
// all is refused later, in the words for such files. Headers of pages come last, since a file may have thousands.
bool is_large(const std::string& file, const RunOptions& options) try {
  if (!is_large_on_disk(file) || !files_component->is_tiff(file)) return false;
  const ImageType image = files_component->open_rows(file, read_options(options.limits)).type;
  if (image.format.type == SampleType::f16 || bytes_of(image) < least_bytes) return false;
  const StackHeader header = files_component->read_stack_header(file, {});
  return header.type.axes.empty() && !header.is_appended;
} catch (const Error&) {
  return false;
}

bool is_for_strips(const OpInfo& op, const Call& call, const RunOptions& options, const Job& job) {
  const std::size_t inputs = input_names(call).size();
  if (job.words.size() < inputs || !is_large(job.words.front(), options)) return false;
  const auto is_tiff = [](const std::string& file) { return files_component->is_tiff(file); };
  const std::vector<std::string> results = image_files(op, call, job, usual_outputs(op, call));
  return std::all_of(job.words.begin(), job.words.begin() + static_cast<std::ptrdiff_t>(inputs), is_tiff) &&
         results.size() == 1 && is_tiff(results.front());
}

}  // namespace

void choose_strips(const CLI::App& app, const OpInfo& op, const Call& call, const std::vector<Job>& jobs,
                   RunOptions& options) {
  if (!options.strips.empty() || !passes_by_rows(op) || wants_whole_images(app, call, options) || !files_component)
    return;
  if (std::ranges::all_of(jobs, [&](const Job& job) { return is_for_strips(op, call, options, job); }))
    options.strips = "an image that is large";
}

}  // namespace lenslet::cli
