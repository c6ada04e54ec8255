// What is wrong with strips before anybody asks how high they are.
#include "session/strip_checks.hpp"

#include <limits>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/stream.hpp>

namespace lenslet {
namespace {

std::vector<ImageType> whole_outputs(const Plan& plan, Size input) {
  std::vector<ImageType> outputs;
  for (const ValueType& type : plan.outputs()) {
    const auto* image = std::get_if<ImageType>(&type);
    if (!image)
      throw Error(ErrorKind::unsupported,
                  fmt::format("strips for an op that makes {}; allowed are ops that make images", to_string(type)));
    outputs.push_back({image->format, result_size(plan, input)});
  }
  return outputs;
}

void check_inputs(const std::vector<Plan>& plans, const std::vector<ImageType>& inputs, const StripOptions& options) {
  const std::size_t taken = plans.front().inputs().size();
  if (inputs.size() != taken)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} inputs for a plan that takes {}", inputs.size(), taken));
  if (options.frames == 0 || options.rows < 0)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} frames of strips of {} rows; allowed are 1 and more frames, 0 and more rows",
                            options.frames, options.rows));
  if (options.copy_threads > most_copy_threads)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} threads that copy rows for strips; allowed are 0 to {}",
                                                         options.copy_threads, most_copy_threads));
  for (const ImageType& input : inputs)
    if (input.size.width < 1 || input.size.height < 1)
      throw Error(ErrorKind::invalid_argument, fmt::format("strips of {}, which is empty", to_string(input)));
  for (const ImageType& input : inputs)
    if (input.size != inputs.front().size || input.layers != 1)
      throw Error(ErrorKind::invalid_argument, fmt::format("strips of {} and {}; allowed are images of one size",
                                                           to_string(inputs.front()), to_string(input)));
}

std::vector<RowRange> wanted_parts(std::int64_t height, const StripOptions& options) {
  if (options.parts.empty()) return {{0, height}};
  std::int64_t end = 0;
  for (const RowRange& part : options.parts) {
    if (part.begin < end || part.count() < 1 || part.end > height)
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("rows {} to before {} of results that have {}, behind row {}; allowed are parts of these "
                              "with at least one row, from top to bottom",
                              part.begin, part.end, height, end));
    end = part.end;
  }
  return options.parts;
}

// Kernels count samples of a row, and rows, in 32 bits; pixels they do not count.
void check_sides(const std::vector<ImageType>& images) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  for (const ImageType& image : images)
    if (image.size.width > most / image.format.channels || image.size.height > most)
      throw Error(ErrorKind::unsupported, fmt::format("strips of {}; allowed are rows of at most {} samples, and as "
                                                      "many rows",
                                                      to_string(image), most));
}

}  // namespace

StripLayout checked_whole(const std::vector<Plan>& plans, const std::vector<ImageType>& inputs,
                          const StripOptions& options) {
  check_inputs(plans, inputs, options);
  StripLayout layout{inputs.front().size, whole_outputs(plans.front(), inputs.front().size)};
  layout.parts = wanted_parts(layout.outputs.front().size.height, options);
  check_sides(inputs);
  check_sides(layout.outputs);
  return layout;
}

}  // namespace lenslet
