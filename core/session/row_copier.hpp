// Device memory for a stream's frames that are parts of images, and copies of rows to and from it.
//
// The memory stays as large as the largest frame so far. A smaller frame has some rows of it.
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
  // Makes values for the part's inputs and results.
  void fit(const Session& session, const Plan& plan, const std::vector<ImageView>& images, const FramePart& part);
  const std::vector<DeviceValue>& inputs() const { return inputs_; }
  const std::vector<DeviceValue>& outputs() const { return outputs_; }
  void free();

 private:
  std::vector<DeviceValue> inputs_, outputs_;
};

// Copies go in pieces, so that callers can take their memory back in the middle of a copy, whatever the device does.

// Pinned memory that the host can reach while the object lives. Rows and elements lie there without gaps.
class PinnedMemory {
 public:
  PinnedMemory(const ocl::Queue& queue, std::uint64_t bytes)
      : mapping_(queue, queue.allocate(bytes, ocl::Placement::pinned), HostAccess::write) {}
  std::span<std::byte> bytes() const { return mapping_.bytes(); }

 private:
  ocl::Mapping mapping_;
};

// Memory of callers, which they may take back.
class LentMemory {
 public:
  // Calls `copy`, which must be short and wait for nobody. Throws device where the memory was taken back.
  void use(const std::function<void()>& copy);
  void take_back();  // prevents new copies, and waits for those that have begun

 private:
  std::shared_mutex mutex_;
  std::atomic<bool> is_back_ = false;
};

struct RowCopyOptions {
  std::uint64_t piece = StreamOptions().piece;
  std::size_t threads = 1;  // threads that copy, at least 1
  bool maps = true;         // memory of a device that uses the host's; false: as on a device with memory of its own
};

// Copies in one direction for a device. One thread calls it, and other threads help.
class RowCopier {
 public:
  // The number of pieces of pinned memory. One thread has three: it copies one, the device has one, and one waits.
  // Several threads have two each.
  static constexpr std::size_t pieces(std::size_t threads) { return threads == 1 ? 3 : 2 * threads; }

  RowCopier(ocl::Queue queue, std::shared_ptr<LentMemory> lent, const RowCopyOptions& options = {});

  // Wait until the copy has ended. Both sides must have one size and format.
  void upload(const ImageView& from, const DeviceImage& to);
  void download(const DeviceImage& from, const TargetRows& to);

 private:
  // A place in pinned memory for a piece on its way.
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

  // Calls `work` on each thread with the thread's number, which is the number of its first piece. After that piece,
  // every `threads`-th piece is the thread's.
  template <class Work>
  void on_threads(std::int64_t pieces, const Work& work) const;

  ocl::Queue queue_;
  std::shared_ptr<LentMemory> lent_;
  RowCopyOptions options_;
  std::int64_t step_;  // from a thread's piece to its next one
  std::vector<Station> stations_;
};

}  // namespace lenslet
