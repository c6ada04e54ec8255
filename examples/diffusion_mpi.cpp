// Heat that spreads over a plate of 2000 x 1500, computed by all ranks: mpirun -n 4 diffusion_mpi
#include <cmath>
#include <cstdio>

#include <lenslet/lenslet.hpp>
#include <lenslet/mpi.hpp>

namespace {

constexpr lenslet::ImageType plate{{lenslet::SampleType::f32, 1}, {2000, 1500}};

constexpr char step[] = R"(// name: diffuse
// summary: Heat flows between neighbours.
// parameter: real rate = 0.2 (0 to 0.25): The share of a difference that flows in one step.
// window: 3

PIXEL diffuse(WINDOW) {
  return AT(0, 0) + rate * (AT(-1, 0) + AT(1, 0) + AT(0, -1) + AT(0, 1) - 4 * AT(0, 0));
}
)";

// Each rank makes its own block: a hot disc in the middle of the plate.
lenslet::Image heat(const lenslet::Rect& block) {
  lenslet::Image image(block.size(), plate.format);
  for (std::int64_t y = 0; y < block.height; ++y)
    for (std::int64_t x = 0; x < block.width; ++x)
      if (std::hypot(x + block.x - 1000, y + block.y - 750) < 100) image.set(x, y, 0, 1000);
  return image;
}

void spread(const lenslet::mpi::Ranks& ranks) {
  const lenslet::Session session({.device = ranks.device()});
  const lenslet::Plan diffuse = session.plan(lenslet::UserOp::from_text(step)(), plate.format);
  lenslet::mpi::DistributedImage image(ranks, session, plate, {.margin = 8});
  image.fill(heat);
  const auto report = image.iterate(diffuse, 100);  // up to 8 steps between two exchanges
  double sum = 0;
  image.gather([&](const lenslet::ReadRows& rows) {  // on rank 0, as write_image_rows() would ask for them
    lenslet::Image row({plate.size.width, 1}, plate.format);
    for (std::int64_t y = 0; y < plate.size.height; ++y) {
      rows(y, 1, row.data());
      for (std::int64_t x = 0; x < row.width(); ++x) sum += row.at(x, 0, 0);
    }
  });
  if (ranks.rank() > 0) return;
  std::printf("100 steps, %d exchanges: %.0f ms computing, %.0f ms in exchanges, %.1f %% of the pixels twice\n",
              static_cast<int>(report.exchanges), report.compute_ms, report.exchange_ms,
              100.0 * static_cast<double>(report.computed_pixels) /
                      static_cast<double>(100 * image.block().width * image.block().height) -
                  100);
  std::printf("the heat is still %.0f million\n", sum / 1e6);
}

}  // namespace

int main() {
  const lenslet::mpi::Ranks ranks;
  try {
    spread(ranks);
    return 0;
  } catch (const lenslet::Error& error) {
    std::fprintf(stderr, "rank %d: %s\n", ranks.rank(), error.what());
    ranks.end_all(1);
  }
}
