// Device memory of a stream's place for frames that are parts of images. It stays as large as the largest so far, and a
// smaller frame has rows of it.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <span>
#include <vector>

#include <lenslet/device_image.hpp>
#include <lenslet/image.hpp>
#include <lenslet/session.hpp>
#include <lenslet/stream.hpp>

#include "ocl/mapping.hpp"
#include "ocl/queue.hpp"

namespace lenslet {

class PartMemory {
 public:
  // Makes values for the part's inputs and for its results.
  void fit(const Session& session, const Plan& plan, const std::vector<ImageView>& images, const FramePart& part);
  const std::vector<DeviceValue>& inputs() const { return inputs_; }
  const std::vector<DeviceValue>& outputs() const { return outputs_; }
  void free();

 private:
  std::vector<DeviceValue> inputs_, outputs_;
};

// Copies rows between memory of callers and a device: in pieces, so that callers can have their memory back in the
// middle of a copy, whatever the device is at.

// Pinned memory, which the host reaches as long as the object lives. Rows and elements lie there without gaps.
class PinnedMemory {
 public:
  PinnedMemory(const ocl::Queue& queue, std::uint64_t bytes)
      : mapping_(queue, queue.allocate(bytes, ocl::Placement::pinned), HostAccess::write) {}
  std::span<std::byte> bytes() const { return mapping_.bytes(); }

 private:
  ocl::Mapping mapping_;
};

// Memory of callers, until they want it back.
class LentMemory {
 public:
  // Calls `copy`, which is short and waits for nobody. Throws device where the memory was taken back.
  void use(const std::function<void()>& copy);
  void take_back();  // lets no more copies begin, and waits for those that have

 private:
  std::shared_mutex mutex_;
  std::atomic<bool> is_back_ = false;
};

struct RowCopyOptions {
  std::uint64_t piece = StreamOptions().piece;
  std::size_t threads = 1;  // that copy, at least 1
  bool maps = true;         // memory of a device that uses the host's; false: as on a device with memory of its own
};

// One direction of a device's copies, in the hands of one thread, which has others help.
class RowCopier {
 public:
  // How many pieces of pinned memory there are. One thread fills or empties one while another is the device's and one
  // waits; of several threads each has two.
  static constexpr std::size_t pieces(std::size_t threads) { return threads == 1 ? 3 : 2 * threads; }

  RowCopier(ocl::Queue queue, std::shared_ptr<LentMemory> lent, const RowCopyOptions& options = {});

  // Wait for their end. Both sides have one size and format.
  void upload(const ImageView& from, const DeviceImage& to);
  void download(const DeviceImage& from, const TargetRows& to);

 private:
  // A piece that is on its way through pinned memory.
  struct Station {
    PinnedMemory memory;
    std::vector<ocl::Event> under_way = {};
    void wait();
  };

  bool is_mapped(const DeviceImage& image) const;
  template <class Copy>
  void through_map(const DeviceImage& image, HostAccess access, const Copy& copy);
  void make_stations();
  Station& station(std::int64_t piece) { return stations_[static_cast<std::size_t>(piece) % stations_.size()]; }

  // Calls `work` on each thread with its number, which is that of its first piece; every threads-th is its own.
  template <class Work>
  void on_threads(std::int64_t pieces, const Work& work) const;

  ocl::Queue queue_;
  std::shared_ptr<LentMemory> lent_;
  RowCopyOptions options_;
  std::int64_t step_;  // from a piece of a thread to its next one
  std::vector<Station> stations_;
};

}  // namespace lenslet
