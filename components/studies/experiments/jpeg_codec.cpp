// Lenslet's codec as a whole, and only its Huffman codes.
#include <algorithm>

#include "jpeg/host_jpeg.hpp"
#include "studies/experiments/jpeg_codes.hpp"
#include "studies/experiments/jpeg_parts.hpp"
#include "studies/shared_runs.hpp"

namespace lenslet::study {
namespace {

constexpr int marker_distance = 8;  // MCUs

// Adds a candidate for the device's time and one for the time with transfers. Both share their runs.
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

// Decodes bytes in host memory to pixels in host memory.
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
