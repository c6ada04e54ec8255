// The size of files relative to their pixels, and the loss, by quality: of photographs, and of the picture that the
// rest of the study works on.
#include <algorithm>
#include <cmath>

#include "jpeg/host_jpeg.hpp"
#include "jpeg/parse.hpp"
#include "studies/experiments/jpeg_parts.hpp"
#include "studies/judgement.hpp"
#include "studies/kernels.hpp"

namespace lenslet::study {
namespace {

constexpr Size full_size{1024, 1024};
constexpr int qualities[] = {30, 40, 50, 60, 70, 75, 80, 85, 90, 95};
constexpr double raw_bits = 24, tenth = raw_bits / 10;  // bits per pixel
constexpr double little_ssim = 0.95, little_psnr = 35;  // from which on the eye loses little
constexpr const char* photographs[] = {"astronaut", "cat", "coffee", "rocket"};
constexpr const char* picture_of_discs = "discs, made";
constexpr std::int64_t window = 8, apart = 4;  // pixels of a window of SSIM, and the distance of windows

struct Loss {
  int quality;
  double bits;  // per pixel
  double psnr, ssim;
};

double luminance(const std::byte* pixel) {
  return 0.299 * static_cast<double>(pixel[0]) + 0.587 * static_cast<double>(pixel[1]) +
         0.114 * static_cast<double>(pixel[2]);
}

double psnr_of(const Image& a, const Image& b) {
  double sum = 0;
  for (std::int64_t y = 0; y < a.height(); ++y)
    for (std::int64_t i = 0; i < 3 * a.width(); ++i) {
      const double difference = static_cast<double>(a.row(y)[i]) - static_cast<double>(b.row(y)[i]);
      sum += difference * difference;
    }
  return 10 * std::log10(255.0 * 255 * static_cast<double>(3 * a.width() * a.height()) / std::max(sum, 1.0));
}

// The similarity of two windows of luminance (Wang, Bovik, Sheikh and Simoncelli 2004).
double likeness(const Image& a, const Image& b, std::int64_t left, std::int64_t top) {
  constexpr double n = window * window, c1 = 2.55 * 2.55, c2 = 7.65 * 7.65;
  double sum_a = 0, sum_b = 0, squares_a = 0, squares_b = 0, products = 0;
  for (std::int64_t y = top; y < top + window; ++y)
    for (std::int64_t x = left; x < left + window; ++x) {
      const double of_a = luminance(a.row(y) + 3 * x), of_b = luminance(b.row(y) + 3 * x);
      sum_a += of_a;
      sum_b += of_b;
      squares_a += of_a * of_a;
      squares_b += of_b * of_b;
      products += of_a * of_b;
    }
  const double mean_a = sum_a / n, mean_b = sum_b / n;
  const double both = squares_a / n - mean_a * mean_a + squares_b / n - mean_b * mean_b;
  const double structure = (2 * (products / n - mean_a * mean_b) + c2) / (both + c2);
  return structure * (2 * mean_a * mean_b + c1) / (mean_a * mean_a + mean_b * mean_b + c1);
}

double ssim_of(const Image& a, const Image& b) {
  double sum = 0, count = 0;
  for (std::int64_t y = 0; y + window <= a.height(); y += apart)
    for (std::int64_t x = 0; x + window <= a.width(); x += apart, ++count) sum += likeness(a, b, x, y);
  return sum / count;
}

Loss loss_at(const Image& image, int quality) {
  const auto file = codec::host_file(image, {.quality = quality, .sampling = jpeg_options.sampling});
  const Image decoded = codec::host_pixels(file, codec::parse_header(file), 1).image;
  const auto pixels = static_cast<double>(image.width() * image.height());
  return {quality, 8 * static_cast<double>(file.size()) / pixels, psnr_of(image, decoded), ssim_of(image, decoded)};
}

struct Losses {
  std::string picture;
  std::vector<Loss> by_quality;  // ascending
};

Losses losses_of(const std::string& picture, const Image& image) {
  Losses losses{picture, {}};
  for (const int quality : qualities) losses.by_quality.push_back(loss_at(image, quality));
  return losses;
}

Image photograph(const std::string& name) {
  const std::string_view text = kernel_source(name + ".jpg");
  const auto file = std::as_bytes(std::span(text));
  return codec::host_pixels(file, codec::parse_header(file), 1).image;
}

// Interpolates between two qualities: the value of `wanted` where `known` is `at`. Where even the lowest quality is
// over it, that one's; nothing where none reaches it.
std::optional<double> interpolated(const std::vector<Loss>& losses, double Loss::*known, double at,
                                   double Loss::*wanted) {
  const auto above = std::ranges::find_if(losses, [&](const Loss& loss) { return loss.*known >= at; });
  if (above == losses.end()) return {};
  if (above == losses.begin()) return losses.front().*wanted;
  const Loss& below = *(above - 1);
  const double share = (at - below.*known) / ((*above).*known - below.*known);
  return std::lerp(below.*wanted, (*above).*wanted, share);
}

std::string shown(const std::optional<double>& value, const char* digits) {
  return value ? fmt::format(fmt::runtime(digits), *value) : "-";
}

void add_charts(StudyReport& report, const std::vector<Losses>& all) {
  const auto add = [&](const char* title, const char* unit, double Loss::*value) {
    StudyChart chart{title, "bits per pixel, of 24", {}, {}, unit};
    for (const Losses& one : all) {
      StudyLine& line = chart.lines.emplace_back(StudyLine{one.picture, {}});
      for (const Loss& loss : one.by_quality)
        line.points.push_back({loss.bits, {loss.*value}, fmt::format("quality {}, 4:2:0", loss.quality), -1, {}});
    }
    report.charts.push_back(std::move(chart));
  };
  add("Likeness of JPEG files to their pictures", "SSIM", &Loss::ssim);
  add("Signal over noise of JPEG files", "PSNR, dB", &Loss::psnr);
}

void add_tables(StudyReport& report, const std::vector<Losses>& all) {
  StudyTable files{"Files of pictures, 4:2:0",
                   {"picture", "quality", "bits per pixel", "times smaller than raw", "PSNR, dB", "SSIM"},
                   {},
                   2,
                   true};
  StudyTable stated{"Bits per pixel at a stated loss, and the loss at a tenth of the raw size",
                    {"picture", fmt::format("bits at SSIM {}", little_ssim), fmt::format("bits at {} dB", little_psnr),
                     fmt::format("SSIM at {} bits", tenth), fmt::format("PSNR at {} bits, dB", tenth)},
                    {},
                    1,
                    true};
  for (const auto& [picture, losses] : all) {
    for (const Loss& loss : losses)
      files.rows.push_back({picture, fmt::format("{}", loss.quality), fmt::format("{:.2f}", loss.bits),
                            fmt::format("{:.1f}", raw_bits / loss.bits), fmt::format("{:.1f}", loss.psnr),
                            fmt::format("{:.3f}", loss.ssim)});
    stated.rows.push_back({picture, shown(interpolated(losses, &Loss::ssim, little_ssim, &Loss::bits), "{:.2f}"),
                           shown(interpolated(losses, &Loss::psnr, little_psnr, &Loss::bits), "{:.2f}"),
                           shown(interpolated(losses, &Loss::bits, tenth, &Loss::ssim), "{:.3f}"),
                           shown(interpolated(losses, &Loss::bits, tenth, &Loss::psnr), "{:.1f}")});
  }
  report.tables.push_back(std::move(stated));
  report.tables.push_back(std::move(files));
}

Claim judge_loss(const Experiment& experiment, const std::vector<Losses>& all) {
  Judgement judgement(experiment, 62);
  for (const auto& [picture, losses] : all) {
    if (picture == picture_of_discs) continue;
    const auto bits = [&losses = losses](double Loss::*loss, double at) {
      return interpolated(losses, loss, at, &Loss::bits).value_or(raw_bits);
    };
    const double likeness = bits(&Loss::ssim, little_ssim), signal = bits(&Loss::psnr, little_psnr);
    judgement.shows(std::max(likeness, signal) <= tenth,
                    fmt::format("{}: {:.2f} bits per pixel at an SSIM of {}, {:.2f} at {} dB; a tenth of the raw size "
                                "are {}",
                                picture, likeness, little_ssim, signal, little_psnr, tenth));
  }
  return judgement.cannot("nobody was asked what can be seen").claim();
}

}  // namespace

void measure_jpeg_loss(Experiment& experiment) {
  std::vector<Losses> all;
  for (const char* name : photographs) all.push_back(losses_of(name, photograph(name)));
  const Size scaled = experiment.scaled(full_size);
  all.push_back(losses_of(picture_of_discs,
                          make_photograph({std::max(scaled.width, 2 * window), std::max(scaled.height, 2 * window)})));
  add_charts(experiment.report(), all);
  add_tables(experiment.report(), all);
  experiment.report().claims.push_back(judge_loss(experiment, all));
}

}  // namespace lenslet::study
