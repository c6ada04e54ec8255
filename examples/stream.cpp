// Frames of a film through one plan: while one is computed, the next is uploaded and the one before it downloaded.
#include <cstdio>
#include <exception>
#include <lenslet/lenslet.hpp>

namespace {

// Stands for a camera: a white dot that moves one pixel to the right in each frame.
lenslet::Image frame_at(int time) {
  lenslet::Image frame({64, 48}, {lenslet::SampleType::u8, 1});
  frame.set(10 + time, 24, 0, 255);
  return frame;
}

// Returns the column of the brightest pixel in the dot's row.
int dot_in(const lenslet::Image& frame) {
  int brightest = 0;
  for (int x = 1; x < 64; ++x)
    if (frame.at(x, 24, 0) > frame.at(brightest, 24, 0)) brightest = x;
  return brightest;
}

void follow_dot(int frames) {
  const lenslet::Session session;
  const lenslet::Plan blur = session.plan(lenslet::ops::Gaussian{.sigma = 2}, {lenslet::SampleType::u8, 1});
  lenslet::Stream stream(session, blur, {.frames = 3});
  int first = -1, last = -1;
  const auto look = [&](const lenslet::Result& result) {
    last = dot_in(result.image());
    if (first < 0) first = last;
  };
  for (int time = 0; time < frames; ++time) {
    if (stream.full()) look(*stream.pop());
    stream.push(frame_at(time));
  }
  stream.close();
  while (const auto result = stream.pop()) look(*result);
  std::printf("the dot went from column %d to column %d\n", first, last);
}

}  // namespace

int main() {
  try {
    follow_dot(20);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
