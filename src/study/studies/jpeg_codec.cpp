// Lenslet's codec: its decoding and coding of Huffman codes alone, and as a whole.
#include <algorithm>

#include <lenslet/error.hpp>

#include "codec/decode_input.hpp"
#include "codec/encode_options.hpp"
#include "codec/encode_tables.hpp"
#include "codec/host_jpeg.hpp"
#include "codec/way.hpp"
#include "ocl/driver_limits.hpp"
#include "ocl/order.hpp"
#include "session/state.hpp"
#include "study/shared_runs.hpp"
#include "study/studies/jpeg_rows.hpp"

namespace lenslet::study {
namespace {

using File = std::vector<std::byte>;

constexpr int marker_distance = 8;  // MCUs

op::Maker maker_of(const Session& session) {
  return {state_of(session).queue, [session](const std::string& source, const std::string& options) {
            return state_of(session).build(source, options).program;
          }};
}

// Launches all stages. Gives the time from the end of the first one, which is a transfer, to the end of the last.
double run_stages(op::Graph& graph) {
  graph.reserve({});
  const std::vector<DeviceImage> none;
  const op::Bound bound = graph.bound(none, none, {});
  const ocl::Drain drain(graph.queue());
  op::Launches launches;
  const double until_end = host_ms([&] {
    for (std::size_t stage = graph.launch_from(0, bound, launches); stage < graph.size();)
      stage = graph.launch_from(graph.work(stage, bound), bound, launches);
    launches.back().wait();
  });
  const std::uint64_t ns = launches.back().end_ns() - launches.front().end_ns();
  return device_or_host_ms(static_cast<double>(ns) * 1e-6, until_end);
}

// Decodes the codes of a file on the device, to coefficients.
class DeviceDecoding {
 public:
  DeviceDecoding(const Experiment& experiment, File file, const char* way)
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
    graph_ = codec::decode_graph(maker_of(experiment.session()), call_, entropy_, made_);
  }
  DeviceDecoding(const DeviceDecoding&) = delete;  // the graph refers to the call
  DeviceDecoding& operator=(const DeviceDecoding&) = delete;

  // Gives the device's time, and the host's with both transfers.
  std::vector<double> run() {
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

  Mismatch mismatch() const {
    return first_difference(coefficients_, codec::host_coefficients(file_, files_.front().frame).coefficients);
  }

  std::string how() const { return fmt::format("{} work-items", call_.items); }

 private:
  File file_;
  codec::InputMemory memory_;
  DeviceInfo device_;
  std::vector<codec::DeviceFile> files_;
  codec::Entropy entropy_{};
  codec::DecodeCall call_;
  std::optional<op::Graph> graph_;
  std::optional<ocl::Buffer> made_;
  std::vector<std::int16_t> coefficients_;
};

// Codes the coefficients of a picture on the device, to the bytes of its file.
class DeviceCoding {
 public:
  DeviceCoding(const Experiment& experiment, const JpegPicture& picture)
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
  DeviceCoding(const DeviceCoding&) = delete;
  DeviceCoding& operator=(const DeviceCoding&) = delete;

  std::vector<double> run() {
    double device_ms = 0;
    const double all_ms = host_ms([&] {
      graph_->queue().write(*given_, 0, bytes_of(zigzag_));
      device_ms = run_stages(*graph_);
      coded_.resize(call_.starts.back());
      graph_->queue().read(*call_.output, 0, coded_);
    });
    return {device_ms, all_ms};
  }

  // The file's end is its coded data.
  Mismatch mismatch() const {
    const File& file = picture_.host.file();
    if (coded_.size() >= file.size()) return fmt::format("{} bytes, where a file has {}", coded_.size(), file.size());
    const bool same = std::equal(coded_.rbegin(), coded_.rend(), file.rbegin());
    return same ? Mismatch() : fmt::format("{} bytes are not those of the file's end", coded_.size());
  }

  std::string how() const { return fmt::format("{} chunks of MCUs", call_.batch.chunks); }

 private:
  const JpegPicture& picture_;
  codec::Groups groups_;
  codec::EncodeCall call_;
  std::optional<op::Graph> graph_;
  std::optional<ocl::Buffer> given_;
  std::vector<std::int16_t> zigzag_;
  File coded_;
};

// Adds a candidate for the device's time and one for that with transfers, which share their runs.
template <class Make>
void add_both(Experiment& experiment, std::size_t chart, const std::string& line, double pixels, Make make) {
  const auto work = lazy(make);
  const auto runs = std::make_shared<SharedRuns>(2, [work] { return work.get()->run(); });
  for (const std::size_t part : {0, 1})
    experiment.add(chart, line + (part == 0 ? "" : with_transfers), pixels, [work, runs, part]() -> Ready {
      return {[runs, part] { return runs->next(part); }, work.get()->how(), "",
              [work] { return work.get()->mismatch(); }};
    });
}

Mismatch differing_pixels(const Image& found, const Image& expected) {
  if (found.size() != expected.size()) return "another size";
  for (std::int64_t y = 0; y < found.height(); ++y)
    if (!std::equal(found.row(y), found.row(y) + found.width() * 3, expected.row(y)))
      return fmt::format("row {} differs from libjpeg-turbo's", y);
  return {};
}

// Decodes from bytes in host memory to pixels there.
Ready decoder_ready(const Experiment& experiment, const File& file, const char* way) {
  const auto decoder = std::make_shared<JpegDecoder>(experiment.session(), JpegDecoding{.way = way});
  const auto bytes = std::make_shared<const File>(file);
  const auto pixels = std::make_shared<std::optional<Image>>();
  const auto work = [session = experiment.session(), decoder, bytes, pixels] {
    pixels->emplace(session.download(decoder->decode({*bytes}).front().image));
  };
  return timed_by_host(fmt::format("JpegDecoder, {}", way), work, [bytes, pixels] {
    return differing_pixels(**pixels, codec::host_pixels(*bytes, codec::parse_header(*bytes), 1).image);
  });
}

Ready encoder_ready(const Experiment& experiment, const LazyPicture& picture) {
  const auto encoder = std::make_shared<JpegEncoder>(experiment.session(), jpeg_options);
  const auto file = std::make_shared<File>();
  const auto work = [session = experiment.session(), encoder, picture, file] {
    const auto bytes = encoder->encode({session.upload(picture.get()->pixels)}).front();
    file->assign(bytes.begin(), bytes.end());
  };
  return timed_by_host("JpegEncoder", work, [picture, file]() -> Mismatch {
    if (*file == picture.get()->host.file()) return {};
    return "the file is not libjpeg-turbo's";
  });
}

}  // namespace

void add_jpeg_codec(Experiment& experiment, const JpegCharts& charts, double pixels, const LazyPicture& picture) {
  const auto marked = lazy([picture] {
    Jpeg options = jpeg_options;
    options.restart = marker_distance;
    return codec::host_file(picture.get()->pixels, options);
  });
  add_both(experiment, charts.entropy, device_line, pixels, [&experiment, picture] {
    return std::make_shared<DeviceDecoding>(experiment, picture.get()->host.file(), "sync");
  });
  add_both(experiment, charts.entropy, markers_line, pixels,
           [&experiment, marked] { return std::make_shared<DeviceDecoding>(experiment, marked.get(), "restart"); });
  add_both(experiment, charts.coding, device_line, pixels,
           [&experiment, picture] { return std::make_shared<DeviceCoding>(experiment, *picture.get()); });
  experiment.add(charts.decoder, sync_line, pixels,
                 [&experiment, picture] { return decoder_ready(experiment, picture.get()->host.file(), "sync"); });
  experiment.add(charts.decoder, restart_line, pixels,
                 [&experiment, marked] { return decoder_ready(experiment, marked.get(), "restart"); });
  experiment.add(charts.decoder, coefficients_line, pixels, [&experiment, picture] {
    return decoder_ready(experiment, picture.get()->host.file(), "coefficients");
  });
  experiment.add(charts.encoder, encoder_line, pixels,
                 [&experiment, picture] { return encoder_ready(experiment, picture); });
}

}  // namespace lenslet::study
