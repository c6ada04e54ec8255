// A filter of one's own: its OpenCL C, what it says of itself, and a reference that proves it.
#include <algorithm>
#include <cstdio>

#include <lenslet/lenslet.hpp>

namespace {

constexpr char text[] = R"(// name: glow
// summary: Each pixel takes a share of the brightest round it.
// parameter: integer radius = 1 (1 to 5) pixels: How far light reaches.
// parameter: real share = 0.5 (0 to 1): How much of it is taken.
// window: 2*radius+1

PIXEL glow(WINDOW) {
  PIXEL brightest = AT(0, 0);
  UNROLL for (int dy = -radius; dy <= radius; ++dy)
    UNROLL for (int dx = -radius; dx <= radius; ++dx) brightest = fmax(brightest, AT(dx, dy));
  return AT(0, 0) + share * (brightest - AT(0, 0));
}
)";

void reference(const lenslet::UserWindow& window, std::span<double> out) {
  const int radius = static_cast<int>(window.number("radius"));
  double brightest = window.at(0, 0);
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx) brightest = std::max(brightest, window.at(dx, dy));
  out[0] = window.at(0, 0) + window.number("share") * (brightest - window.at(0, 0));
}

}  // namespace

int main() try {
  const lenslet::Session session;
  const lenslet::UserOp glow = lenslet::UserOp::from_text(text, reference);
  lenslet::Image image({64, 64}, {.type = lenslet::SampleType::u8, .channels = 1});
  image.set(30, 30, 0, 200);

  const auto result = session.run(glow({{"radius", 2L}, {"share", 0.25}}), image);
  std::printf("two pixels from a spot of 200 light is %g\n", result.image().at(32, 30, 0));

  lenslet::Work work = lenslet::image_work(glow, image.format(), image.size());
  const lenslet::VerifyResult verified = lenslet::verify(session, {.work = work, .sizes = {{1, 1}, {37, 23}}});
  std::printf("by its reference it is %s\n", verified.outcome == lenslet::Outcome::correct ? "right" : "wrong");

  const lenslet::Pipeline chain = lenslet::ops::Gaussian{.sigma = 1} | glow;
  std::printf("in a chain of %zu it gives %g\n", chain.size(), session.run(chain, image).image().at(33, 30, 0));
  return 0;
} catch (const lenslet::Error& error) {
  std::fprintf(stderr, "%s\n%s\n", error.what(), error.detail().c_str());
  return 1;
}
