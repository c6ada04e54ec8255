// JPEG through NVIDIA's nvJPEG: `nvjpeg FILE.jpg 31` decodes the file to interleaved RGB in the device's memory by each
// of nvJPEG's ways that takes it, encodes what came out (quality 90, 4:2:0, the standard's tables) from the device's
// memory to bytes of the host, and decodes 64 copies as one batch. It prints one JSON line of milliseconds on the host's
// clock, which for codecs includes their transfers and their work on the host.
//
//   nvcc -O2 -std=c++17 nvjpeg.cu -lnvjpeg -o nvjpeg
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <nvjpeg.h>

#include "cuda_times.hpp"

namespace {

using Clock = std::chrono::steady_clock;
using Bytes = std::vector<unsigned char>;
constexpr int batch_size = 64;
constexpr std::size_t largest_of_batch = 16'000'000;  // bytes: batches of larger pictures take minutes

void check(nvjpegStatus_t status) {
  if (status != NVJPEG_STATUS_SUCCESS) throw std::runtime_error("nvJPEG: status " + std::to_string(status));
}

Bytes read_file(const char* name) {
  std::ifstream file(name, std::ios::binary);
  if (!file) throw std::runtime_error(std::string("cannot read ") + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Interleaved RGB in the device's memory.
struct Picture {
  Picture(int columns, int rows) : width(columns), height(rows), memory(std::size_t{3} * columns * rows) {
    image.channel[0] = memory.data();
    image.pitch[0] = static_cast<unsigned>(3 * columns);
  }
  int width, height;
  DeviceArray<unsigned char> memory;
  nvjpegImage_t image{};
};

double median_ms(int repeats, cudaStream_t stream, const std::function<void()>& work) {
  warm_up(stream, [&](int) { work(); });
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    const auto begin = Clock::now();
    work();
    check(cudaStreamSynchronize(stream));
    times.push_back(milliseconds_since(begin));
  }
  return median(times);
}

struct Decoder {
  explicit Decoder(nvjpegBackend_t backend) {
    check(nvjpegCreateEx(backend, nullptr, nullptr, NVJPEG_FLAGS_DEFAULT, &handle));
    check(nvjpegJpegStateCreate(handle, &state));
  }
  ~Decoder() {
    if (state) nvjpegJpegStateDestroy(state);
    if (handle) nvjpegDestroy(handle);
  }
  nvjpegHandle_t handle = nullptr;
  nvjpegJpegState_t state = nullptr;
};

Picture picture_for(const Bytes& file) {
  const Decoder decoder(NVJPEG_BACKEND_DEFAULT);
  int components = 0, widths[NVJPEG_MAX_COMPONENT], heights[NVJPEG_MAX_COMPONENT];
  nvjpegChromaSubsampling_t sampling{};
  check(nvjpegGetImageInfo(decoder.handle, file.data(), file.size(), &components, &sampling, widths, heights));
  return {widths[0], heights[0]};
}

double decode_ms(nvjpegBackend_t backend, const Bytes& file, Picture& to, int repeats, cudaStream_t stream) {
  const Decoder decoder(backend);
  return median_ms(repeats, stream, [&] {
    check(nvjpegDecode(decoder.handle, decoder.state, file.data(), file.size(), NVJPEG_OUTPUT_RGBI, &to.image, stream));
  });
}

double batch_ms(nvjpegBackend_t backend, const Bytes& file, int repeats, cudaStream_t stream) {
  const Decoder decoder(backend);
  std::vector<Picture> pictures;
  std::vector<nvjpegImage_t> images;
  for (int i = 0; i < batch_size; ++i) images.push_back(pictures.emplace_back(picture_for(file)).image);
  const std::vector<const unsigned char*> files(batch_size, file.data());
  const std::vector<std::size_t> sizes(batch_size, file.size());
  check(nvjpegDecodeBatchedInitialize(decoder.handle, decoder.state, batch_size, 1, NVJPEG_OUTPUT_RGBI));
  return median_ms(repeats, stream, [&] {
    check(nvjpegDecodeBatched(decoder.handle, decoder.state, files.data(), sizes.data(), images.data(), stream));
  });
}

struct Encoded {
  double ms = 0;
  std::size_t bytes = 0;
};

Encoded encode(const Picture& from, int repeats, cudaStream_t stream) {
  const Decoder codec(NVJPEG_BACKEND_DEFAULT);
  nvjpegEncoderState_t state = nullptr;
  nvjpegEncoderParams_t options = nullptr;
  check(nvjpegEncoderStateCreate(codec.handle, &state, stream));
  check(nvjpegEncoderParamsCreate(codec.handle, &options, stream));
  check(nvjpegEncoderParamsSetQuality(options, 90, stream));
  check(nvjpegEncoderParamsSetSamplingFactors(options, NVJPEG_CSS_420, stream));
  Bytes to(from.memory.size());
  Encoded encoded;
  encoded.ms = median_ms(repeats, stream, [&] {
    check(nvjpegEncodeImage(codec.handle, state, options, &from.image, NVJPEG_INPUT_RGBI, from.width, from.height, stream));
    encoded.bytes = to.size();
    check(nvjpegEncodeRetrieveBitstream(codec.handle, state, to.data(), &encoded.bytes, stream));
  });
  nvjpegEncoderParamsDestroy(options);
  nvjpegEncoderStateDestroy(state);
  return encoded;
}

// What a way takes, or null where it does not take the file or the device lacks it.
std::string number_or_null(const std::function<double()>& measure) try {
  return std::to_string(measure());
} catch (const std::exception&) {
  return "null";
}

void run(const char* name, int repeats) {
  const Bytes file = read_file(name);
  Picture picture = picture_for(file);
  cudaStream_t stream = nullptr;
  check(cudaStreamCreate(&stream));
  std::printf("{\"file\": \"%s\", \"width\": %d, \"height\": %d, \"bytes\": %zu", name, picture.width, picture.height,
              file.size());
  const std::pair<const char*, nvjpegBackend_t> ways[] = {{"hybrid", NVJPEG_BACKEND_HYBRID},
                                                          {"gpu_hybrid", NVJPEG_BACKEND_GPU_HYBRID},
                                                          {"hardware", NVJPEG_BACKEND_HARDWARE}};
  for (const auto& [word, way] : ways) {
    std::printf(", \"decode_%s_ms\": %s", word, number_or_null([&, way = way] {
                  return decode_ms(way, file, picture, repeats, stream);
                }).c_str());
    if (picture.memory.size() <= largest_of_batch)
      std::printf(", \"decode_%d_%s_ms\": %s", batch_size, word, number_or_null([&, way = way] {
                  return batch_ms(way, file, std::max(repeats / 8, 3), stream);
                }).c_str());
  }
  decode_ms(NVJPEG_BACKEND_HYBRID, file, picture, 1, stream);
  const Encoded encoded = encode(picture, repeats, stream);
  std::printf(", \"encode_ms\": %.4f, \"encoded_bytes\": %zu}\n", encoded.ms, encoded.bytes);
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 3) {
    std::fprintf(stderr, "usage: nvjpeg FILE.jpg REPEATS\n");
    return 2;
  }
  run(argv[1], std::max(std::atoi(argv[2]), 1));
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
