// How fast images in device memory become JPEG files in host memory, and how fast libjpeg-turbo does the same with
// images in host memory: one of its threads for each image, as many as are asked for, in turns.
//
//   jpeg 4000x3000 1 90 4:2:0 2        one image, quality 90, at most two threads of libjpeg-turbo
//   jpeg 1920x1080 64 90 4:2:0 16
//   jpeg FILE.jpg 1 90 4:2:0 1         the picture of a JPEG file
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <lenslet/jpeg.hpp>
#include <lenslet/lenslet.hpp>

#include "encode_oracle.hpp"
#include "took.hpp"

namespace lenslet {
namespace {

constexpr int turns = 9;

// About as much detail as a photograph has: waves of several lengths, edges, and noise as of a sensor.
Image picture_of(Size size) {
  Image image(size, {SampleType::u8, 3});
  std::uint32_t state = 1;
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x) {
      const double fx = static_cast<double>(x), fy = static_cast<double>(y);
      const double wave = 40 * std::sin(fx / 61) * std::cos(fy / 47) + 12 * std::sin(fx / 7 + fy / 9);
      const auto edge = static_cast<double>((x / 97 + y / 83) % 3 * 25);
      for (int c = 0; c < 3; ++c) {
        state = state * 1664525 + 1013904223;
        const double noise = static_cast<double>(state >> 24) / 32 - 4;
        image.row(y)[3 * x + c] = static_cast<std::byte>(std::clamp(90 + 10 * c + wave + edge + noise, 0.0, 255.0));
      }
    }
  return image;
}

void encode_on_host(const Image& image, int images, int threads, const Jpeg& options) {
  std::atomic<int> next = 0;
  const auto work = [&] {
    while (next++ < images) oracle_file(image, options);
  };
  std::vector<std::thread> others;
  for (int i = 1; i < std::min(threads, images); ++i) others.emplace_back(work);
  work();
  for (std::thread& each : others) each.join();
}

void print(const std::string& what, std::vector<Took> times, double pixels) {
  std::ranges::sort(times, {}, &Took::processor_ms);
  const double processor = times[times.size() / 2].processor_ms;
  std::ranges::sort(times, {}, &Took::ms);
  const double median = times[times.size() / 2].ms;
  std::printf("%-18s median %8.3f ms, least %8.3f ms, %6.0f Mpx/s; of the processor %8.3f ms\n", what.c_str(), median,
              times.front().ms, pixels / median * 1e-3, processor);
}

Image picture_in(const Session& session, const std::string& name) {
  std::ifstream in(name, std::ios::binary);
  const std::vector<char> file{std::istreambuf_iterator<char>(in), {}};
  if (file.empty()) throw Error(ErrorKind::invalid_argument, name + " is no size and no file; allowed: 4000x3000");
  return session.download(decode(session, std::as_bytes(std::span(file))).image);
}

Image picture_for(const Session& session, const std::string& word) {
  Size size;
  int end = 0;
  if (std::sscanf(word.c_str(), "%ldx%ld%n", &size.width, &size.height, &end) == 2 && word.c_str()[end] == '\0')
    return picture_of(size);
  return picture_in(session, word);
}

void run(const std::vector<std::string>& words) {
  const int images = std::stoi(words[1]), most_threads = std::stoi(words[4]);
  Jpeg options{.quality = std::stoi(words[2]), .sampling = words[3]};
  options.optimize = words.size() > 5 && words[5] == "optimize";
  const Session session({.timing = false});
  const Image image = picture_for(session, words[0]);
  const std::vector<DeviceImage> uploaded(static_cast<std::size_t>(images), session.upload(image));
  JpegEncoder encoder(session, options);
  std::printf("%s: %d x %s, quality %d, %s, %zu bytes a file\n", session.device().name.c_str(), images,
              words[0].c_str(), options.quality, options.sampling.c_str(), encoder.encode(uploaded).front().size());
  std::vector<Took> device;
  std::vector<std::vector<Took>> host(static_cast<std::size_t>(most_threads));
  for (int turn = 0; turn < turns; ++turn) {
    device.push_back(time_of([&] { encoder.encode(uploaded); }));
    for (int threads = 1; threads <= most_threads; threads += std::max(1, most_threads - 1))
      host[static_cast<std::size_t>(threads - 1)].push_back(
          time_of([&] { encode_on_host(image, images, threads, options); }));
  }
  const double pixels = static_cast<double>(image.width() * image.height() * images);
  print("device", device, pixels);
  for (std::size_t i = 0; i < host.size(); ++i)
    if (!host[i].empty()) print(("libjpeg-turbo, " + std::to_string(i + 1)).c_str(), host[i], pixels);
}

}  // namespace
}  // namespace lenslet

int main(int argc, char** argv) try {
  if (argc < 6) {
    std::fprintf(stderr, "jpeg WIDTHxHEIGHT IMAGES QUALITY SAMPLING THREADS [optimize]\n");
    return 2;
  }
  lenslet::run({argv + 1, argv + argc});
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
