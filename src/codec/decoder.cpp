// Decodes batches of files: those of one way together.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/jpeg.hpp>

#include "codec/decode_input.hpp"
#include "codec/host_jpeg.hpp"
#include "codec/way.hpp"
#include "ocl/driver_limits.hpp"
#include "ocl/order.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

using codec::DeviceFile;
using codec::Entropy;
using codec::LayoutImage;

constexpr int scales[] = {1, 2, 4, 8};

void check_options(const JpegDecoding& options) {
  if (std::ranges::find(scales, options.scale) == std::end(scales))
    throw Error(ErrorKind::invalid_argument, fmt::format("a scale of {}; allowed: 1, 2, 4, 8", options.scale));
  if (options.max_pixels < 1)
    throw Error(ErrorKind::invalid_argument, fmt::format("at most {} pixels; allowed: 1 and more", options.max_pixels));
}

std::vector<std::string> warnings_of(DeviceFile& file, const codec::DecodeCall::Told& told) {
  std::vector<std::string> warnings = std::move(file.warnings);
  if (told.lost_mcus > 0)
    warnings.push_back(fmt::format("{} of {} MCUs have lost data", told.lost_mcus, file.frame.mcu_count()));
  if (told.wrong_codes > 0) warnings.push_back(fmt::format("{} Huffman codes are none", told.wrong_codes));
  return warnings;
}

JpegInfo info_of(DeviceFile& file, const codec::Way& way) {
  return codec::info_of(std::move(file.header), file.bytes, way);
}

}  // namespace

struct JpegDecoder::State {
  State(const Session& in, const JpegDecoding& how)
      : session(in), options(how), queue(state_of(in).queue), memory(queue) {}

  // A file with what is known of it.
  struct Job {
    std::size_t place;  // among the files
    DeviceFile file;
    codec::Way way;
  };

  op::Graph& graph_of(Entropy entropy) {
    const auto found = graphs.find(entropy);
    if (found != graphs.end()) return found->second;
    const op::Maker maker(queue, [this](const std::string& source, const std::string& build_options) {
      return state_of(session).build(source, build_options).program;
    });
    return graphs.emplace(entropy, codec::decode_graph(maker, call, entropy)).first->second;
  }

  // Decodes on the device what is in the call.
  ocl::Buffer launch(Entropy entropy) {
    const ocl::Buffer samples = queue.allocate(call.taken.samples);
    const DeviceImage row(samples, {static_cast<std::int64_t>(call.taken.samples), 1}, {PixelType::u8, 1}, 0,
                          static_cast<std::int64_t>(call.taken.samples));
    op::Graph& graph = graph_of(entropy);
    graph.reserve({});
    const std::vector<DeviceImage> inputs, outputs = {row};
    const op::Bound bound = graph.bound(inputs, outputs, {});
    const ocl::Drain drain(queue);  // transfers use the host's memory
    op::Launches launches;
    for (std::size_t stage = graph.launch_from(0, bound, launches); stage < graph.size();)
      stage = graph.launch_from(graph.work(stage, bound), bound, launches);
    return samples;
  }

  void decode(std::vector<Job>& jobs, Entropy entropy, std::vector<std::optional<JpegDecoded>>& results) {
    std::vector<DeviceFile> files;
    for (Job& job : jobs) files.push_back(std::move(job.file));
    const std::vector<LayoutImage> images =
        codec::prepare(memory, files, options.scale, entropy, queue.device().info(), call);
    call.coefficients = std::as_bytes(std::span(coefficients));
    const ocl::Buffer samples = launch(entropy);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      const LayoutImage& image = images[i];
      DeviceImage decoded(samples, {image.width, image.height}, {PixelType::u8, static_cast<int>(image.components)},
                          image.out, image.stride);
      results[jobs[i].place] = JpegDecoded{.image = std::move(decoded),
                                           .way = jobs[i].way.name,
                                           .reason = jobs[i].way.reason,
                                           .warnings = warnings_of(files[i], call.told[i]),
                                           .info = info_of(files[i], jobs[i].way)};
    }
  }

  void decode_coefficients(Job& job, std::vector<std::optional<JpegDecoded>>& results) {
    codec::HostCoefficients found = codec::host_coefficients(job.file.bytes, job.file.frame);
    coefficients = std::move(found.coefficients);
    job.file.quant = std::move(found.quant);
    job.file.warnings = std::move(found.warnings);
    std::vector<Job> jobs;
    jobs.push_back(std::move(job));
    decode(jobs, Entropy::host, results);
  }

  JpegDecoded decode_on_host(Job& job) {
    codec::HostPixels pixels = codec::host_pixels(job.file.bytes, job.file.header, options.scale);
    return {.image = session.upload(pixels.image),
            .way = job.way.name,
            .reason = job.way.reason,
            .warnings = std::move(pixels.warnings),
            .info = info_of(job.file, job.way)};
  }

  Session session;
  JpegDecoding options;
  const ocl::Queue& queue;
  std::uint64_t most_rounds = ocl::max_loop_rounds(queue.device().info());
  codec::PinnedMemory memory;
  std::vector<std::int16_t> coefficients;
  codec::DecodeCall call;
  std::map<Entropy, op::Graph> graphs;
};

JpegDecoder::JpegDecoder(const Session& session, const JpegDecoding& options) {
  check_options(options);
  codec::check_way(options.way);
  state_ = std::make_unique<State>(session, options);
}
JpegDecoder::JpegDecoder(JpegDecoder&&) noexcept = default;
JpegDecoder& JpegDecoder::operator=(JpegDecoder&&) noexcept = default;
JpegDecoder::~JpegDecoder() = default;

std::vector<JpegDecoded> JpegDecoder::decode(const std::vector<std::span<const std::byte>>& files) {
  std::vector<std::optional<JpegDecoded>> results(files.size());
  std::map<std::string, std::vector<State::Job>> jobs;
  for (std::size_t i = 0; i < files.size(); ++i) {
    State::Job job{i, {files[i], codec::parse_header(files[i]), {}}, {}};
    codec::check_size(job.file.header, state_->options.max_pixels);
    job.way = codec::way_for(job.file.header, files[i].size(), state_->options.way, state_->most_rounds);
    if (job.way.name != "host") job.file.frame = codec::frame_of(job.file.header);
    jobs[job.way.name].push_back(std::move(job));
  }
  for (auto& [way, those] : jobs) {
    if (way == "restart") state_->decode(those, Entropy::whole, results);
    if (way == "sync") state_->decode(those, Entropy::parts, results);
    for (State::Job& job : those) {
      if (way == "coefficients") state_->decode_coefficients(job, results);
      if (way == "host") results[job.place] = state_->decode_on_host(job);
    }
  }
  std::vector<JpegDecoded> decoded;
  for (std::size_t i = 0; i < files.size(); ++i) {
    JpegDecoded& result = *results[i];
    if (state_->options.strict && !result.warnings.empty())
      throw Error(ErrorKind::io, fmt::format("a damaged JPEG file: {}", fmt::join(result.warnings, "; ")));
    decoded.push_back(std::move(result));
  }
  return decoded;
}

JpegDecoded decode(const Session& session, std::span<const std::byte> file, const JpegDecoding& options) {
  return std::move(JpegDecoder(session, options).decode({file}).front());
}

}  // namespace lenslet
