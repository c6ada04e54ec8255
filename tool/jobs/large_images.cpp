// Chooses strips by the headers of files.
#include "tool/jobs/large_images.hpp"

#include <algorithm>
#include <lenslet/error.hpp>

#include "tool/components/files.hpp"
#include "tool/jobs/outputs.hpp"

namespace lenslet::cli {
namespace {

constexpr std::uint64_t least_bytes = std::uint64_t{256} << 20;  // of the first image, in memory

bool passes_by_rows(const OpInfo& op) {
  const auto is_near = [](const Operand& input) { return input.reads == Reads::same || input.reads == Reads::window; };
  return !op.of_arrays() && std::ranges::all_of(op.inputs, is_near);
}

// What read_strips() refuses beside --memory, and what shows or limits whole images.
bool wants_whole_images(const CLI::App& app, const RunOptions& options) {
  const auto is_given = [&](const char* option) { return find_option(app, option) && given(app, option).has_value(); };
  return std::ranges::any_of(std::initializer_list<const char*>{"--region", "--type", "--repeats", "--jobs",
                                                                "--max-memory", "--page", "--plot"},
                             is_given) ||
         options.volume || options.explain || options.codec == CodecWish::device ||
         options.filter.ddepth == SampleType::f16;
}

// A file that cannot be read is refused later, in the words for such files.
bool is_large(const std::string& file) try {
  if (!files_component->is_tiff(file)) return false;
  const StackHeader header = files_component->read_stack_header(file, {});
  const ImageType image{header.type.format, header.type.size};
  return header.type.axes.empty() && !header.is_appended && image.format.type != SampleType::f16 &&
         bytes_of(image) >= least_bytes;
} catch (const Error&) {
  return false;
}

bool is_for_strips(const OpInfo& op, const Call& call, const Job& job) {
  const std::size_t inputs = input_names(call).size();
  if (job.words.size() < inputs || !is_large(job.words.front())) return false;
  const auto is_tiff = [](const std::string& file) { return files_component->is_tiff(file); };
  const std::vector<std::string> results = image_files(op, call, job, usual_outputs(op, call));
  return std::all_of(job.words.begin(), job.words.begin() + static_cast<std::ptrdiff_t>(inputs), is_tiff) &&
         results.size() == 1 && is_tiff(results.front());
}

}  // namespace

void choose_strips(const CLI::App& app, const OpInfo& op, const Call& call, const std::vector<Job>& jobs,
                   RunOptions& options) {
  if (!options.strips.empty() || !passes_by_rows(op) || wants_whole_images(app, options) || !files_component) return;
  if (std::ranges::all_of(jobs, [&](const Job& job) { return is_for_strips(op, call, job); }))
    options.strips = "an image that is large";
}

}  // namespace lenslet::cli
