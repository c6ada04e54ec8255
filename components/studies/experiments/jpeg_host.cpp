// libjpeg-turbo on one thread, by stages and as a whole; and the book's decoder, which takes coefficients from it.
#include <algorithm>

#include "jpeg/host_jpeg.hpp"
#include "jpeg/parse.hpp"
#include "studies/experiments/jpeg_rows.hpp"
#include "studies/shared_runs.hpp"

namespace lenslet::study {
namespace {

// The rest of a time without a part that was measured on its own, at least a hundredth. It comes from the shares of the
// processor's time: differences of the clock's times would have the noise of both.
double rest_of(const codec::HostTime& whole, const codec::HostTime& part) {
  return whole.ms * std::max(1 - part.processor_ms / whole.processor_ms, 0.01);
}

std::vector<double> decoding_ms(JpegPicture& picture) {
  const codec::HostDecoding times = picture.host.decode();
  return {times.codes.ms, times.inverse.ms, rest_of(times.pixels, times.inverse)};
}

std::vector<double> encoding_ms(JpegPicture& picture) {
  const codec::HostEncoding times = picture.host.encode();
  return {rest_of(times.pixels, times.samples), rest_of(times.samples, times.codes), times.codes.ms};
}

// Adds a candidate for each stage.
void add_stages(Experiment& experiment, const std::array<std::size_t, 3>& charts, double pixels,
                const LazyPicture& picture, std::vector<double> (*times)(JpegPicture&),
                const std::array<const char*, 3>& how) {
  const auto runs = std::make_shared<SharedRuns>(charts.size(), [picture, times] { return times(*picture.get()); });
  for (std::size_t part = 0; part < charts.size(); ++part)
    experiment.add(charts[part], turbo_line, pixels, [picture, runs, part, how = how[part]]() -> Ready {
      picture.get();
      return {[runs, part] { return runs->next(part); }, how};
    });
}

// The stages between the host's codes and the host's pixels.
struct SplitWork {
  KernelRun inverse, color;
  std::vector<ocl::Buffer> inputs;
  codec::Frame frame;
  Samples pixels;
};

SplitWork make_split(const Experiment& experiment, const InverseKernel& way, const LazyPicture& shared) {
  const JpegPicture& picture = *shared.get();
  const KernelRow inverse = inverse_row(experiment, way, shared);
  KernelRun run(experiment, inverse);
  const KernelRow color = color_row(experiment, picture.size, 2, run.buffer(6));
  std::vector<ocl::Buffer> inputs;
  for (std::size_t c = 0; c < jpeg_components; ++c) {
    inputs.push_back(std::get<ocl::Buffer>(inverse.arguments[2 * c]));
    spoil(experiment.queue(), inputs.back());
  }
  return {std::move(run), KernelRun(experiment, color), inputs,
          codec::frame_of(codec::parse_header(picture.host.file())),
          Samples(static_cast<std::size_t>(picture.size.width * picture.size.height) * 3)};
}

void decode(const ocl::Queue& queue, const JpegPicture& picture, SplitWork& work) {
  const codec::HostCoefficients found =
      codec::host_coefficients(picture.host.file(), work.frame, codec::BlockOrder::mcus);
  const auto all = std::as_bytes(std::span(found.coefficients));
  std::size_t at = 0;
  for (const ocl::Buffer& input : work.inputs) {
    queue.write(input, 0, all.subspan(at, input.bytes()));
    at += input.bytes();
  }
  work.inverse.enqueue();
  work.color.enqueue();
  work.color.read(3, work.pixels);
}

void add_split(Experiment& experiment, const JpegCharts& charts, double pixels, const LazyPicture& picture,
               const std::string& line, const InverseKernel& way) {
  experiment.add(charts.decoder, line, pixels, [&experiment, picture, &way] {
    const auto work = std::make_shared<SplitWork>(make_split(experiment, way, picture));
    const auto wrong = [&queue = experiment.queue(), work] {
      if (Mismatch samples = work->inverse.mismatch()) return samples;
      const Mismatch colors = work->color.mismatch();
      return colors ? colors : mismatch_of_read(queue, work->color.buffer(3), std::as_bytes(std::span(work->pixels)));
    };
    return timed_by_host(
        "codes by libjpeg-turbo; write, two kernels, read",
        [&queue = experiment.queue(), picture, work] { decode(queue, *picture.get(), *work); }, wrong,
        work->inverse.source());
  });
}

}  // namespace

void add_jpeg_host(Experiment& experiment, const JpegCharts& charts, double pixels, const LazyPicture& picture) {
  add_stages(experiment, {charts.entropy, charts.inverse, charts.color}, pixels, picture, decoding_ms,
             {"all codes before the first sample", "raw samples of coefficients in memory",
              "pixels of coefficients in memory, less the time of raw samples"});
  add_stages(experiment, {charts.planes, charts.forward, charts.coding}, pixels, picture, encoding_ms,
             {"a file of pixels, less the time of one of raw samples",
              "a file of raw samples, less the time of one of coefficients", "a file of coefficients in memory"});
  experiment.add(charts.decoder, turbo_line, pixels, [picture] {
    const codec::Header header = codec::parse_header(picture.get()->host.file());
    return timed_by_host("a call", [picture, header] { codec::host_pixels(picture.get()->host.file(), header, 1); },
                         {});
  });
  experiment.add(charts.encoder, turbo_line, pixels, [picture] {
    return timed_by_host("a call", [picture] { codec::host_file(picture.get()->pixels, jpeg_options); }, {});
  });
}

void add_jpeg_split(Experiment& experiment, const JpegCharts& charts, double pixels, const LazyPicture& picture) {
  add_split(experiment, charts, pixels, picture, split_line, printed_inverse());
  add_split(experiment, charts, pixels, picture, split_gains_line, inverse_by_lines());
}

}  // namespace lenslet::study
