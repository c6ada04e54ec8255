// Times everything that a job does: reads the file, moves the pixels to or from the device, and writes a file without
// waiting for the disk.
#include "tool/jobs/jpeg_trial.hpp"

#include <fmt/format.h>

#include <exception>
#include <lenslet/error.hpp>
#include <thread>

#include "system/input_file.hpp"
#include "system/temporary_folder.hpp"
#include "tool/components/files.hpp"
#include "tool/components/jpeg.hpp"
#include "tool/files/reading.hpp"
#include "tool/jobs/run_report.hpp"

namespace lenslet::cli {
namespace {

using CodecWork = std::function<void()>;

// Returns the time of one of so many that run at the same time.
double ms_of_each(std::size_t at_a_time, const CodecWork& work) {
  std::vector<std::exception_ptr> errors(at_a_time);
  const auto begin = Clock::now();
  {
    std::vector<std::jthread> threads;
    for (std::exception_ptr& error : errors)
      threads.emplace_back([&work, &error] {
        try {
          work();
        } catch (...) {
          error = std::current_exception();
        }
      });
  }
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
  return ms_since(begin) / static_cast<double>(at_a_time);
}

// The first run of each codec only warms up.
WayTimes time_in_turns(std::size_t at_a_time, const CodecWork& host, const CodecWork& device) {
  constexpr int least = 3, most = 9;
  constexpr double enough_ms = 1000;
  ms_of_each(at_a_time, host);
  ms_of_each(at_a_time, device);
  std::vector<double> host_ms, device_ms;
  const auto begin = Clock::now();
  for (int i = 0; i < most && (i < least || ms_since(begin) < enough_ms); ++i) {
    host_ms.push_back(ms_of_each(at_a_time, host));
    device_ms.push_back(ms_of_each(at_a_time, device));
  }
  return {
      {{std::string(host_codec), measured_by_host(host_ms)}, {std::string(device_codec), measured_by_host(device_ms)}}};
}

std::span<const std::byte> bytes_of_text(const std::string& text) {
  return std::as_bytes(std::span(text));
}

// Adds the file's name to errors.
template <class Work>
auto of_jpeg_file(const std::filesystem::path& file, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("{}: {}", file.string(), error.what()));
  }
}

void refuse_for_device(const std::string& reason) {
  throw Error(ErrorKind::unsupported, "the device does not decode it: " + reason);
}

}  // namespace

WayTimes try_ways(const Session& session, const std::filesystem::path& file, const InputLimits& limits) {
  const std::string bytes = system::read_input(file, limits.max_memory);
  return of_jpeg_file(file, [&] {
    const JpegInfo info = jpeg_codec->read_jpeg_info(bytes_of_text(bytes));
    if (info.way == host_codec) refuse_for_device(info.reason);
    return jpeg_codec->tune_decoding(session, {bytes_of_text(bytes)}, {.max_pixels = limits.max_pixels});
  });
}

JpegTrial try_codecs(const Session& session, JpegCoders& coders, const std::filesystem::path& file,
                     const FileOptions& options, std::size_t at_a_time) {
  const ReadOptions reading = read_options(options.limits);
  const std::string bytes = system::read_input(file, options.limits.max_memory);
  const JpegDecoded first = of_jpeg_file(file, [&] {
    JpegDecoded decoded = coders.decode(bytes_of_text(bytes));
    if (decoded.way == "host") refuse_for_device(decoded.reason);
    if (!decoded.warnings.empty()) refuse_for_device(decoded.warnings.front());
    return decoded;
  });
  JpegTrial trial{first.image.size(), first.image.format(), at_a_time, {}, {}};
  trial.decode = time_in_turns(
      at_a_time, [&] { session.upload(files_component->read_image(file, reading).image); },
      [&] {
        coders.decode(bytes_of_text(system::read_input(file, options.limits.max_memory)));
        files_component->read_file_facts(file, reading);
      });
  const system::TemporaryFolder folder({"image.jpg"});
  const std::filesystem::path target = folder.path() / "image.jpg";
  const auto metadata = files_component->read_file_facts(file, reading).metadata;
  WriteOptions writing = options.write;
  writing.sync = false;
  writing.sampling = "4:2:0";
  trial.encode = time_in_turns(
      at_a_time,
      [&] {
        files_component->write_image(target, {.image = session.download(first.image), .metadata = metadata}, writing);
      },
      [&] {
        const std::vector<std::byte> coded = coders.encode(first.image, writing.sampling);
        files_component->write_jpeg(target, {coded, {trial.format, trial.size}, metadata}, writing);
      });
  return trial;
}

void keep(const Session& session, const JpegTrial& trial) {
  keep_way_times(session, CodecCase{jpeg_decode, trial.format, trial.size, trial.at_a_time}.work(), trial.decode);
  keep_way_times(session, CodecCase{jpeg_encode, trial.format, trial.size, trial.at_a_time}.work(), trial.encode);
}

}  // namespace lenslet::cli
