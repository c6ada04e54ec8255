// Passes of a Gaussian over an image in blocks, once for each number of passes between exchanges: what bench/ranks.py
// runs with several ranks.
#include <cstdio>
#include <cstdlib>
#include <lenslet/mpi.hpp>
#include <lenslet/ops.hpp>

namespace {

using lenslet::mpi::DistributedImage;
using lenslet::mpi::IterationReport;
using lenslet::mpi::Ranks;

// A line for each: passes between exchanges, time of all, share of exchanges, share of pixels computed again, MB sent.
void measure(const Ranks& ranks, lenslet::Size size, std::int64_t passes) {
  const lenslet::Session session({.device = ranks.device()});
  const lenslet::ImageType type{{lenslet::SampleType::f32, 1}, size};
  const lenslet::Plan blur = session.plan(lenslet::ops::Gaussian{.sigma = 1, .ksize = 5}, type.format);
  DistributedImage image(ranks, session, type, {.margin = ranks.count() > 1 ? 16 : 0});
  image.fill([&](const lenslet::Rect& block) { return lenslet::Image(block.size(), type.format); });
  image.iterate(blur, 2, {.passes_per_exchange = 1});  // compiles
  for (const std::int64_t each : {1, 2, 4, 8}) {
    const IterationReport report = image.iterate(blur, passes, {.passes_per_exchange = ranks.count() > 1 ? each : 1});
    if (ranks.rank() > 0) continue;
    const double all = report.compute_ms + report.exchange_ms;
    const auto useful = static_cast<double>(passes * image.block().width * image.block().height);
    std::printf("%d %.3f %.4f %.4f %.3f\n", static_cast<int>(each), all, report.exchange_ms / all,
                static_cast<double>(report.computed_pixels) / useful - 1, static_cast<double>(report.sent_bytes) / 1e6);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: mpirun -n RANKS %s WIDTH HEIGHT PASSES\n", argv[0]);
    return 2;
  }
  const Ranks ranks;
  try {
    measure(ranks, {std::atoll(argv[1]), std::atoll(argv[2])}, std::atoll(argv[3]));
    return 0;
  } catch (const lenslet::Error& error) {
    std::fprintf(stderr, "rank %d: %s\n", ranks.rank(), error.what());
    ranks.end_all(1);
  }
}
