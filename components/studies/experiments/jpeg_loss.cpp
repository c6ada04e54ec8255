// The size of a file relative to its pixels, and the loss, by quality.
#include <algorithm>
#include <cmath>

#include "jpeg/host_jpeg.hpp"
#include "jpeg/parse.hpp"
#include "studies/experiments/jpeg_parts.hpp"
#include "studies/judgement.hpp"

namespace lenslet::study {
namespace {

constexpr Size full_size{1024, 1024};
constexpr int qualities[] = {50, 60, 70, 75, 80, 85, 90, 95};
constexpr double tenth[] = {8, 12.5};          // times smaller: the range that counts as a tenth
constexpr double little = 0.95;                // SSIM from which on the eye loses little
constexpr std::int64_t window = 8, apart = 4;  // pixels of a window of SSIM, and the distance of windows

struct Loss {
  int quality;
  std::size_t bytes;
  double smaller, psnr, ssim;
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
  const auto raw = static_cast<double>(3 * image.width() * image.height());
  return {quality, file.size(), raw / static_cast<double>(file.size()), psnr_of(image, decoded),
          ssim_of(image, decoded)};
}

Claim judge_loss(const Experiment& experiment, const std::vector<Loss>& losses) {
  Judgement judgement(experiment, 62);
  const auto far = [](const Loss& loss) { return std::abs(std::log(loss.smaller / 10)); };
  const Loss& nearest = *std::ranges::min_element(losses, {}, far);
  const std::string text =
      fmt::format("at quality {} the file is 1/{:.1f} of the raw size, with an SSIM of {:.3f} and a PSNR of {:.1f} dB",
                  nearest.quality, nearest.smaller, nearest.ssim, nearest.psnr);
  if (nearest.smaller < tenth[0] || nearest.smaller > tenth[1])
    return judgement.leaves_open(text + ": no quality makes about a tenth of this picture").claim();
  return judgement.shows(nearest.ssim >= little, fmt::format("{}; {} passes for little loss", text, little))
      .cannot("a picture of discs in place of a photograph; nobody was asked what can be seen")
      .claim();
}

}  // namespace

void measure_jpeg_loss(Experiment& experiment) {
  const Size scaled = experiment.scaled(full_size);
  const Image image = make_photograph({std::max(scaled.width, 2 * window), std::max(scaled.height, 2 * window)});
  StudyTable table{fmt::format("Files of a picture of {} x {}, 4:2:0", image.width(), image.height()),
                   {"quality", "bytes", "times smaller than raw", "PSNR, dB", "SSIM"},
                   {},
                   1,
                   true};
  std::vector<Loss> losses;
  for (const int quality : qualities) {
    const Loss& loss = losses.emplace_back(loss_at(image, quality));
    table.rows.push_back({fmt::format("{}", quality), fmt::format("{}", loss.bytes),
                          fmt::format("{:.1f}", loss.smaller), fmt::format("{:.1f}", loss.psnr),
                          fmt::format("{:.3f}", loss.ssim)});
  }
  experiment.report().tables.push_back(std::move(table));
  experiment.report().claims.push_back(judge_loss(experiment, losses));
}

}  // namespace lenslet::study
