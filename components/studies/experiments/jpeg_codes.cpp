// Runs the graphs of Lenslet's codec from codes to coefficients, and from coefficients to codes.
#include "studies/experiments/jpeg_codes.hpp"

#include <algorithm>

#include <lenslet/error.hpp>

#include "jpeg/encode_options.hpp"
#include "jpeg/encode_tables.hpp"
#include "jpeg/host_jpeg.hpp"
#include "jpeg/way.hpp"
#include "ocl/driver_limits.hpp"
#include "ocl/order.hpp"
#include "session/state.hpp"

namespace lenslet::study {
namespace {

op::Maker maker_of(const Session& session) {
  return {state_of(session).queue, [session](const std::string& source, const std::string& options) {
            return state_of(session).build(source, options).program;
          }};
}

// Launches all stages. Returns the time from the end of the first one, a transfer, to the end of the last.
double run_stages(op::Graph& graph) {
  graph.reserve({});
  const std::vector<DeviceImage> none;
  const ocl::Drain drain(graph.queue());
  op::Launches launches;
  const double until_end = host_ms([&] {
    graph.run(none, none, launches);
    launches.back().wait();
  });
  const std::uint64_t ns = launches.back().end_ns() - launches.front().end_ns();
  return device_or_host_ms(static_cast<double>(ns) * 1e-6, until_end);
}

}  // namespace

DeviceDecoding::DeviceDecoding(const Experiment& experiment, File file, const char* way)
    : file_(std::move(file)), memory_(experiment.queue()), device_(experiment.device()) {
  codec::DeviceFile& only = files_.emplace_back(codec::DeviceFile{file_, codec::parse_header(file_), {}});
  codec::way_for(only.header, file_.size(), way, ocl::max_loop_rounds(device_));  // throws where the device cannot
  only.frame = codec::frame_of(only.header);
  coefficients_.resize(static_cast<std::size_t>(only.frame.blocks) * 64);
  made_ = experiment.queue().allocate(coefficients_.size() * sizeof(std::int16_t));
  entropy_ = std::string_view(way) == "sync" ? codec::Entropy::parts : codec::Entropy::whole;
  const codec::Entropy wanted = entropy_;
  codec::prepare(memory_, files_, 1, entropy_, device_, call_);
  if (entropy_ != wanted) throw Error(ErrorKind::unsupported, "these are too few codes to divide them");
  graph_ = codec::decode_graph(maker_of(experiment.session()), device_, call_, entropy_, made_);
}

std::vector<double> DeviceDecoding::run() {
  double device_ms = 0;
  const double all_ms = host_ms([&] {
    codec::prepare(memory_, files_, 1, entropy_, device_, call_);
    device_ms = run_stages(*graph_);
    graph_->queue().read(*made_, 0, std::as_writable_bytes(std::span(coefficients_)));
  });
  if (call_.told.front().unsynchronised != 0)
    throw Error(ErrorKind::unsupported, "the codes of this file do not synchronise");
  return {device_ms, all_ms};
}

Mismatch DeviceDecoding::mismatch() const {
  return first_difference(coefficients_, codec::host_coefficients(file_, files_.front().frame).coefficients);
}

std::string DeviceDecoding::how() const {
  return fmt::format("{} work-items", call_.items);
}

DeviceCoding::DeviceCoding(const Experiment& experiment, const JpegPicture& picture)
    : picture_(picture), groups_(codec::Groups::for_device(experiment.device())) {
  call_.options = jpeg_options;
  call_.quant = codec::quant_tables(jpeg_options);
  call_.tables = {codec::standard_tables(call_)};
  const codec::Frame frame = codec::make_frame(picture.size, codec::components_for(3, jpeg_options.sampling), 0);
  call_.batch = codec::arrange({frame}, groups_.chunk_blocks, 0);
  const std::int64_t most = codec::most_chunks(groups_, ocl::max_loop_rounds(experiment.device()));
  if (call_.batch.chunks > most)
    throw Error(ErrorKind::unsupported,
                fmt::format("{} chunks of MCUs; this driver allows {}", call_.batch.chunks, most));
  const auto rows = codec::host_coefficients(picture.host.file(), frame).coefficients;
  zigzag_ = values_of(rows.size(), [&](std::size_t i) { return rows[i / 64 * 64 + codec::natural_order[i % 64]]; });
  given_ = upload(experiment.queue(), zigzag_);
  graph_ = codec::encode_graph(maker_of(experiment.session()), call_, groups_, given_);
  graph_->allocate();
}

std::vector<double> DeviceCoding::run() {
  double device_ms = 0;
  const double all_ms = host_ms([&] {
    graph_->queue().write(*given_, 0, bytes_of(zigzag_));
    device_ms = run_stages(*graph_);
    coded_.resize(call_.starts.back());
    graph_->queue().read(*call_.output, 0, coded_);
  });
  return {device_ms, all_ms};
}

Mismatch DeviceCoding::mismatch() const {
  const File& file = picture_.host.file();
  if (coded_.size() >= file.size()) return fmt::format("{} bytes, where a file has {}", coded_.size(), file.size());
  const bool same = std::equal(coded_.rbegin(), coded_.rend(), file.rbegin());
  return same ? Mismatch() : fmt::format("{} bytes are not those of the file's end", coded_.size());
}

std::string DeviceCoding::how() const {
  return fmt::format("{} chunks of MCUs", call_.batch.chunks);
}

}  // namespace lenslet::study
