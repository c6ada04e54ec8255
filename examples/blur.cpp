// Blurs a picture that is only in memory: a white square on black.
#include <cstdio>

#include <lenslet/lenslet.hpp>

int main() try {
  lenslet::Image image({640, 480}, {.type = lenslet::SampleType::u8, .channels = 1});
  for (int y = 100; y < 300; ++y)
    for (int x = 200; x < 400; ++x) image.set(x, y, 0, 255);
  const lenslet::Session session;  // first GPU, else accelerator, else CPU; LENSLET_DEVICE=nvidia:gpu names another
  const lenslet::Result result = session.run(lenslet::ops::Gaussian{.sigma = 2}, image);
  std::printf("%s: %.3f ms\n", session.device().name.c_str(), result.timing.kernel_ms);
  std::printf("a white pixel on the edge is now %g\n", result.image().at(200, 200, 0));
  return 0;
} catch (const lenslet::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
