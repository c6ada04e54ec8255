// Filters a rectangle of an image that is on the device, and a large image strip by strip, as if it did not fit there.
// Both give the very pixels of the whole image's result: borders are those of the whole.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include <lenslet/lenslet.hpp>

namespace {

constexpr lenslet::Size size{1920, 1080};
constexpr std::int64_t strip_rows = 128;

lenslet::Image picture() {
  lenslet::Image image(size, {.type = lenslet::SampleType::u8, .channels = 1});
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x)
      image.set(x, y, 0, static_cast<double>((x * x / 9 + y * y / 5) % 256));
  return image;
}

bool same(const lenslet::Image& part, const lenslet::Image& whole, std::int64_t left, std::int64_t top) {
  for (std::int64_t y = 0; y < part.height(); ++y)
    if (std::memcmp(part.row(y), whole.row(top + y) + left, static_cast<std::size_t>(part.width())) != 0) return false;
  return true;
}

// Each strip is uploaded with the rows that its windows reach; a program could read them from a file as it goes.
bool strips_are_the_whole(const lenslet::Session& session, const lenslet::Plan& plan, const lenslet::Image& image,
                          const lenslet::Image& wanted) {
  for (std::int64_t top = 0; top < size.height; top += strip_rows) {
    const lenslet::Rect strip{0, top, size.width, std::min(strip_rows, size.height - top)};
    const lenslet::Rect reads = plan.reads(strip, size);
    const lenslet::ImageView rows(image.row(reads.y), reads.size(), image.format(), image.stride());
    const lenslet::DeviceImage input = session.upload(rows, {.whole = size, .y = reads.y});
    if (!same(session.download(plan.run(input, {.region = strip}).image()), wanted, 0, top)) return false;
  }
  return true;
}

}  // namespace

int main() try {
  const lenslet::Session session;
  const lenslet::Image image = picture();
  const lenslet::Plan plan = session.plan(lenslet::ops::Gaussian{.sigma = 2}, image.format());
  const lenslet::DeviceImage input = session.upload(image);
  const lenslet::Image wanted = session.download(plan.run(input).image());

  const lenslet::Rect region{1500, 700, 301, 203};
  const lenslet::Image part = session.download(plan.run(input, {.region = region}).image());
  std::printf("the rectangle %s\n", same(part, wanted, region.x, region.y) ? "is that of the whole" : "differs");
  std::printf("the strips %s\n", strips_are_the_whole(session, plan, image, wanted) ? "make the whole" : "differ");
  return 0;
} catch (const lenslet::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
