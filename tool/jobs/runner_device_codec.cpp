// JPEG files that the device decodes and encodes: their pixels never come to the host. The host does what the device's
// codec cannot, and files that it finds damaged, so that messages are the same in every run.
#include <algorithm>
#include <lenslet/error.hpp>

#include "tool/components/files.hpp"
#include "tool/files/memory_need.hpp"
#include "tool/jobs/runner.hpp"

namespace lenslet::cli {

bool Runner::Task::uses_device_codec() const {
  const auto on_device = [](const JpegFile& file) { return file.is_on_device(); };
  return std::ranges::any_of(read, on_device) || std::ranges::any_of(written, on_device);
}

// Coefficients, planes and coded data of the images, if the device has no memory of its own.
std::uint64_t Runner::need_of_codecs(const Task& task) const {
  constexpr std::uint64_t times_the_image = 6;
  if (!task.uses_device_codec() || !session_->device().host_memory) return 0;
  std::uint64_t bytes = 0;
  for (const auto* types : {&task.uploaded, &task.computed})
    for (const ValueType& type : *types) bytes = plus(bytes, times_the_image * bytes_of(type));
  return bytes;
}

// A file may wait for the files of all other jobs.
TimeLimit Runner::codec_limit(const std::string& file) const {
  const auto each = std::max(options_.timeout, launch_timeout);
  return {*session_,
          {each * static_cast<std::int64_t>(at_a_time_), options_.session.build_timeout},
          "the JPEG codec with " + file,
          [] { return " --codec host does without the device's codec"; }};
}

void Runner::decode_inputs(Task& task) const {
  bool decodes = false;
  for (std::size_t i = 0; i < task.read.size(); ++i)
    if (task.read[i].is_on_device()) {
      decode_input(task.inputs.values[i], task.read[i]);
      decodes = true;
    }
  if (decodes) task.report.laps.end("decoding");
}

void Runner::decode_input(ValueFile& file, JpegFile& jpeg) const {
  const auto& source = std::get<Source>(file.content);
  try {
    const TimeLimit limit = codec_limit(source.path().string());
    const JpegDecoded decoded = coders_->decode(std::as_bytes(std::span(jpeg.bytes)));
    if (!decoded.warnings.empty()) throw Error(ErrorKind::io, decoded.warnings.front());
    FileFacts facts = files_component->read_file_facts(source.path(), read_options(options_.limits));
    const DeviceImage upright = coders_->upright(decoded.image, facts.orientation);
    if (upright.size() != source.header().size || upright.format() != source.header().format)
      throw Error(ErrorKind::io, "the file has changed");
    jpeg.codec->way = decoded.way;
    file.on_device = upright;
    file.metadata = std::move(facts.metadata);
    file.notes = std::move(facts.notes);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::io && error.kind() != ErrorKind::unsupported) throw;
    jpeg.codec = CodecUse{false, error.what()};
  }
  jpeg.bytes = {};
}

// Makes a file of a result while it is on the device.
bool Runner::take(Task& task, std::size_t result, const DeviceValue& value) const {
  if (result >= task.written.size() || !task.written[result].is_on_device()) return false;
  const auto begin = Clock::now();
  const bool done = encode_result(std::get<DeviceImage>(value), task, result);
  task.encoding_ms += ms_since(begin);
  return done;
}

// Returns whether it did. If the device was chosen only for its speed, the host does what the device cannot.
bool Runner::encode_result(const DeviceImage& image, Task& task, std::size_t result) const {
  JpegFile& written = task.written[result];
  const std::string sampling = files_component->jpeg_sampling(task.inputs.values.front().metadata.get(), image.size(),
                                                              task.outputs[result].placement.turned(), options_.write);
  try {
    const TimeLimit limit = codec_limit(task.files[result]);
    const std::vector<std::byte> file = coders_->encode(image, sampling);
    written.bytes.assign(reinterpret_cast<const char*>(file.data()), file.size());
    return true;
  } catch (const Error& error) {
    const bool may_leave_it = options_.codec == CodecWish::faster && host_has_sampling(options_.write.sampling);
    if (error.kind() != ErrorKind::unsupported || !may_leave_it) throw;
    written.codec = CodecUse{false, error.what()};
    return false;
  }
}

std::vector<std::string> Runner::write_coded(const Task& task, std::size_t result) const {
  const CodedJpeg coded{.bytes = std::as_bytes(std::span(task.written[result].bytes)),
                        .type = std::get<ImageType>(task.computed[result]),
                        .metadata = task.inputs.values.front().metadata,
                        .placement = placement_of(task, result)};
  return files_component->write_jpeg(task.files[result], coded, options_.write);
}

std::vector<ValueType> Runner::result_types(const Task& task) const {
  std::vector<ValueType> types;
  for (std::size_t i = 0; i < task.results.size(); ++i) {
    const bool coded = i < task.written.size() && !task.written[i].bytes.empty();
    types.push_back(coded ? task.computed[i] : type_of(task.results[i]));
  }
  return types;
}

}  // namespace lenslet::cli
