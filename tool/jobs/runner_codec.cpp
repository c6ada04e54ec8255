// Chooses the codec of each JPEG file of a job.
#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "system/input_file.hpp"
#include "tool/components/jpeg.hpp"
#include "tool/files/memory_need.hpp"
#include "tool/jobs/jpeg_trial.hpp"
#include "tool/jobs/runner.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/progress.hpp"

namespace lenslet::cli {
namespace {

constexpr std::int64_t worth_trying = 16;  // files of a batch

}  // namespace

void Runner::choose_codecs(Task& task, const OnCaller& on_caller) {
  if (info_.of_arrays()) return;
  task.read.resize(task.inputs.values.size());
  task.written.resize(task.files.size());
  for (std::size_t i = 0; i < task.read.size(); ++i)
    if (const auto* source = std::get_if<Source>(&task.inputs.values[i].content))
      if (source->header().file_format == "jpeg")
        choose_decoder(*source, task.inputs.types[i], task.read[i], on_caller);
  for (std::size_t i = 0; i < task.written.size(); ++i)
    if (has_jpeg_suffix(task.files[i])) task.written[i].codec = choose_encoder(task, i);
  if (task.uses_device_codec()) open_coders(std::get<ImageType>(task.uploaded.front()), on_caller);
}

void Runner::choose_decoder(const Source& source, const ValueType& as, JpegFile& jpeg, const OnCaller& on_caller) {
  const ImageHeader& header = source.header();
  const ImageType image{header.format, header.size};
  std::string obstacle;
  if (source.is_read_ahead()) obstacle = "it was decoded while the driver started";
  if (as != ValueType(image)) obstacle = "--type converts it on the host";
  if (obstacle.empty() && options_.codec == CodecWish::faster) try_codecs(source, on_caller);
  const CodecCase one{jpeg_decode, image.format, image.size, at_a_time_};
  jpeg.codec = choose_codec(*session_, one, options_.codec, obstacle);
  if (!jpeg.codec->device) return;
  jpeg.bytes = system::read_input(source.path(), options_.limits.max_memory);
  if (std::string reason = prepare_decoding(image, jpeg, on_caller); !reason.empty())
    jpeg = {CodecUse{false, std::move(reason)}};
}

// Returns why the host must decode the file; empty if the device can.
std::string Runner::prepare_decoding(const ImageType& image, JpegFile& jpeg, const OnCaller& on_caller) {
  try {
    const JpegInfo info = jpeg_codec->read_jpeg_info(std::as_bytes(std::span(jpeg.bytes)));
    if (info.way == host_codec) return info.reason;
    jpeg.codec->way = info.way;
    open_coders(image, on_caller);
    if (info.orientation != 1) on_caller([&] { coders_->prepare_turn(info.orientation, {image.format, info.size}); });
    return {};
  } catch (const Error& error) {  // the host's codec reports the error in its own words
    if (error.kind() != ErrorKind::io && error.kind() != ErrorKind::unsupported) throw;
    return error.what();
  }
}

CodecUse Runner::choose_encoder(const Task& task, std::size_t result) {
  const auto* type = std::get_if<ImageType>(&task.computed[result]);
  std::string obstacle = type ? obstacle_to_encoding(type->format) : "it is an array";
  const CodecCase one{jpeg_encode, type ? type->format : PixelFormat{}, type ? type->size : Size{}, at_a_time_};
  CodecUse use = choose_codec(*session_, one, options_.codec, obstacle);
  if (use.device || host_has_sampling(options_.write.sampling)) return use;
  if (options_.codec == CodecWish::faster && obstacle.empty() && jpeg_codec)
    return {true, fmt::format("the host's codec has no sampling {}", options_.write.sampling)};
  usage_error(
      fmt::format("--sampling: {} is for the device's codec, and {} is written by the host's ({}); allowed: "
                  "4:4:4, 4:2:0",
                  options_.write.sampling, task.files[result], use.why));
}

// Opens as many coders as the device's memory has room for: each takes about this much beside the image.
void Runner::open_coders(const ImageType& image, const OnCaller& on_caller) {
  constexpr std::uint64_t times_the_image = 8;
  on_caller([&] {
    if (coders_) return;
    const WaitingNote note("compiling the JPEG codec for this device (once)", !options_.verbosity.quiet);
    const std::uint64_t fit = session_->device().global_memory / 2 / (times_the_image * bytes_of(ValueType(image)) + 1);
    coders_ = cli::open_coders(*session_, options_, std::clamp<std::uint64_t>(fit, 1, at_a_time_));
  });
}

// Finding the faster codec takes a second, once for a device. A batch is worth that.
void Runner::try_codecs(const Source& source, const OnCaller& on_caller) {
  const ImageType image{source.header().format, source.header().size};
  if (options_.filter.runs < worth_trying || options_.filter.tune == Tune::off || !jpeg_codec) return;
  open_coders(image, on_caller);
  on_caller([&] {
    if (std::exchange(has_tried_codecs_, true)) return;
    const std::uint64_t each = plus(twice(bytes_of(ValueType(image))), source.header().memory_bytes);
    const CodecCase one{jpeg_decode, image.format, image.size, at_a_time_};
    if (way_times(*session_, one.work()) || each > options_.limits.max_memory / at_a_time_) return;
    const WaitingNote note("timing the JPEG codecs of the host and the device (once)", !options_.verbosity.quiet);
    try {
      try_ways(*session_, source.path(), options_.limits);
      keep(*session_, cli::try_codecs(*session_, *coders_, source.path(), options_, at_a_time_));
    } catch (const Error& error) {  // reading the file will report its error
      if (error.kind() != ErrorKind::io && error.kind() != ErrorKind::unsupported) throw;
      has_tried_codecs_ = false;
    }
  });
}

}  // namespace lenslet::cli
