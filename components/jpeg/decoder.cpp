// Decodes batches of files, those of one way together.
#include "jpeg/decoder.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "jpeg/host_jpeg.hpp"
#include "jpeg/measured_way.hpp"
#include "ocl/order.hpp"
#include "ocl/reserve.hpp"

namespace lenslet::codec {
namespace {

constexpr int scales[] = {1, 2, 4, 8};

const JpegDecoding& checked(const JpegDecoding& options) {
  if (std::ranges::find(scales, options.scale) == std::end(scales))
    throw Error(ErrorKind::invalid_argument, fmt::format("a scale of {}; allowed: 1, 2, 4, 8", options.scale));
  if (options.max_pixels < 1)
    throw Error(ErrorKind::invalid_argument, fmt::format("at most {} pixels; allowed: 1 and more", options.max_pixels));
  check_way(options.way);
  return options;
}

std::vector<std::string> warnings_of(DeviceFile& file, const DecodeCall::Told& told) {
  std::vector<std::string> warnings = file.header.warnings;
  std::ranges::move(file.warnings, std::back_inserter(warnings));
  if (told.lost_mcus > 0)
    warnings.push_back(fmt::format("{} of {} MCUs have lost data", told.lost_mcus, file.frame.mcu_count()));
  if (told.wrong_codes > 0) warnings.push_back(fmt::format("{} Huffman codes are none", told.wrong_codes));
  return warnings;
}

JpegInfo info_of(DeviceFile& file, const CodecWay& way) {
  return info_of(std::move(file.header), file.bytes, way);
}

DeviceImage image_in(const ocl::Buffer& samples, const LayoutImage& image) {
  return {samples,
          {image.width, image.height},
          {SampleType::u8, static_cast<int>(image.components)},
          image.out,
          image.stride};
}

}  // namespace

Decoder::Decoder(const Session& session, const JpegDecoding& options, DeviceInfo target)
    : session_(session),
      options_(checked(options)),
      target_(std::move(target)),
      queue_(state_of(session).queue),
      most_rounds_(ocl::max_loop_rounds(session.device())),
      memory_(queue_) {}

op::Graph& Decoder::graph_of(Entropy entropy) {
  const auto found = graphs_.find(entropy);
  if (found != graphs_.end()) return found->second;
  const op::Maker maker(queue_, [this](const std::string& source, const std::string& build_options) {
    return state_of(session_).build(source, build_options).program;
  });
  return graphs_.emplace(entropy, decode_graph(maker, target_, call_, entropy)).first->second;
}

// On CPUs this reuses the last call's memory, once all its images are gone. Each page of new memory is cleared first,
// which takes a fifth of the time of decoding.
ocl::Buffer Decoder::output(std::uint64_t bytes) {
  if (target_.kind != DeviceKind::cpu) return queue_.allocate(bytes);
  const bool fits = output_ && output_->bytes() >= bytes && output_->bytes() / 2 <= bytes;
  if (!fits || is_shared(*output_)) {
    output_.reset();
    output_ = queue_.allocate(bytes);
  }
  return share(*output_);
}

// Decodes on the device what is in the call.
ocl::Buffer Decoder::launch(Entropy entropy) {
  const ocl::Buffer samples = output(call_.taken.samples);
  const DeviceImage row(samples, {static_cast<std::int64_t>(call_.taken.samples), 1}, {SampleType::u8, 1}, 0,
                        static_cast<std::int64_t>(call_.taken.samples));
  op::Graph& graph = graph_of(entropy);
  graph.reserve({});
  const std::vector<DeviceImage> inputs, outputs = {row};
  const ocl::Drain drain(queue_);  // transfers use the host's memory
  op::Launches launches;
  graph.run(inputs, outputs, launches);
  return samples;
}

// Files whose codes the device cannot decode are decoded from their coefficients.
void Decoder::decode(std::vector<Job>& jobs, Entropy entropy, Results& results) {
  std::vector<DeviceFile> files;
  for (const Job& job : jobs) files.push_back(job.file);
  const std::vector<LayoutImage> images = prepare(memory_, files, options_.scale, entropy, target_, call_);
  call_.coefficients = std::as_bytes(std::span(coefficients_));
  const ocl::Buffer samples = launch(entropy);
  const std::vector<DecodeCall::Told> told = call_.told;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    Job& job = jobs[i];
    if (files[i].has_fill || told[i].unsynchronised != 0) {
      const char* const reason =
          files[i].has_fill ? "fill bytes stand within its coded data" : "its codes do not synchronise";
      job.way = coefficients_for(options_.way, reason);
      decode_coefficients(job, results);
      continue;
    }
    results[job.place] = JpegDecoded{.image = image_in(samples, images[i]),
                                     .way = job.way.name,
                                     .reason = job.way.reason,
                                     .warnings = warnings_of(files[i], told[i]),
                                     .info = info_of(files[i], job.way)};
  }
}

void Decoder::decode_coefficients(Job& job, Results& results) {
  HostCoefficients found = host_coefficients(job.file.bytes, job.file.frame);
  coefficients_ = std::move(found.coefficients);
  job.file.quant = std::move(found.quant);
  job.file.warnings = std::move(found.warnings);
  std::vector<Job> jobs;
  jobs.push_back(std::move(job));
  decode(jobs, Entropy::host, results);
}

JpegDecoded Decoder::decode_on_host(Job& job) const {
  HostPixels pixels = host_pixels(job.file.bytes, job.file.header, options_.scale);
  job.file.warnings = std::move(pixels.warnings);
  return {.image = session_.upload(pixels.image),
          .way = job.way.name,
          .reason = job.way.reason,
          .warnings = warnings_of(job.file, {}),
          .info = info_of(job.file, job.way)};
}

// Looks up the way once for like files.
std::optional<CodecWay> Decoder::measured(const Header& header, std::size_t files) {
  const CodecCase wanted = way_case(header, files, options_.scale);
  const auto pixels = static_cast<std::uint64_t>(wanted.size.width * wanted.size.height);
  const auto [found, is_new] = measured_.try_emplace(
      fmt::format("{} {} {} {}", wanted.layout, wanted.format.channels, std::bit_width(pixels), wanted.at_a_time));
  if (is_new) found->second = measured_way(session_, wanted);
  return found->second;
}

Decoder::Job Decoder::job_of(std::size_t place, std::span<const std::byte> file, std::size_t files) {
  Job job{place, {file, parse_header(file), {}}, {}};
  check_size(job.file.header, options_.max_pixels);
  job.way = way_for(job.file.header, file.size(), options_.way, most_rounds_);
  if (options_.way.empty() && job.way.name == "sync")
    if (const auto faster = measured(job.file.header, files)) job.way = *faster;
  if (job.way.name != "host") job.file.frame = frame_of(job.file.header);
  return job;
}

std::vector<JpegDecoded> Decoder::decode(const std::vector<std::span<const std::byte>>& files) {
  Results results(files.size());
  std::map<std::string, std::vector<Job>> jobs;
  for (std::size_t i = 0; i < files.size(); ++i) {
    Job job = job_of(i, files[i], files.size());
    jobs[job.way.name].push_back(std::move(job));
  }
  for (auto& [way, those] : jobs) {
    if (way == "restart") decode(those, Entropy::whole, results);
    if (way == "sync") decode(those, Entropy::parts, results);
    for (Job& job : those) {
      if (way == "coefficients") decode_coefficients(job, results);
      if (way == "host") results[job.place] = decode_on_host(job);
    }
  }
  std::vector<JpegDecoded> decoded;
  for (std::optional<JpegDecoded>& result : results) {
    if (options_.strict && !result->warnings.empty())
      throw Error(ErrorKind::io, fmt::format("a damaged JPEG file: {}", fmt::join(result->warnings, "; ")));
    decoded.push_back(*std::move(result));
  }
  return decoded;
}

}  // namespace lenslet::codec
