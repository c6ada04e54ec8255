// The device's JPEG codec for jobs at the same time: each has a decoder and an encoder of its own while it needs them.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "tool/components/jpeg.hpp"
#include "tool/options/shared_options.hpp"

namespace lenslet::cli {

class JpegLanes {
 public:
  // Compiles what decoders and encoders need. At most so many of them are at work at the same time, on a CPU one.
  JpegLanes(const Session& session, const FileOptions& options, std::size_t most);

  // Compiles what turns images of this type upright, of one of EXIF's orientations.
  void prepare_turn(int orientation, const ImageType& type);

  // Wait until there is a free place. Throw what JpegDecoder and JpegEncoder throw.
  JpegDecoded decode(std::span<const std::byte> file);
  std::vector<std::byte> encode(const DeviceImage& image, const std::string& sampling);

  // Returns the image upright, once that was prepared.
  DeviceImage upright(const DeviceImage& image, int orientation);

 private:
  using Lane = std::unique_ptr<JpegCoder>;
  Lane make_lane() const;
  Lane take();
  void give_back(Lane lane);
  void use(const std::function<void(JpegCoder&)>& work);
  std::vector<Plan>& turns(int orientation, const ImageType& type);

  Session session_;
  Jpeg encoding_;
  JpegDecoding decoding_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable free_;
  std::vector<Lane> idle_;
  std::size_t left_;                                                                     // lanes that may yet be made
  std::map<std::tuple<int, std::int64_t, std::int64_t, int>, std::vector<Plan>> turns_;  // by what turns() takes
};

}  // namespace lenslet::cli
