// Commands, commands on pinned memory, and mapping of three kinds of buffers.
#include "study/studies/transfer_ways.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "ocl/mapping.hpp"

namespace lenslet::study {
namespace {

class Commands : public TransferWay {
 public:
  Commands(const ocl::Queue& queue, std::size_t bytes) : queue_(queue), host_(bytes), buffer_(queue.allocate(bytes)) {}

  std::span<std::byte> host() override { return host_; }
  const ocl::Buffer& buffer() const override { return buffer_; }
  void put() override { queue_.write(buffer_, 0, host_); }
  void get() override { queue_.read(buffer_, 0, host_); }

 private:
  const ocl::Queue& queue_;
  std::vector<std::byte> host_;
  ocl::Buffer buffer_;
};

// The host's memory is that of a second buffer, mapped for good: what OpenCL has for locked memory.
class Pinned : public TransferWay {
 public:
  Pinned(const ocl::Queue& queue, std::size_t bytes)
      : queue_(queue),
        buffer_(queue.allocate(bytes)),
        host_(queue, queue.allocate(bytes, ocl::Placement::pinned), ocl::Access::overwrite) {}

  std::span<std::byte> host() override { return host_.bytes(); }
  const ocl::Buffer& buffer() const override { return buffer_; }
  void put() override { queue_.write(buffer_, 0, host_.bytes()); }
  void get() override { queue_.read(buffer_, 0, host_.bytes()); }

 private:
  const ocl::Queue& queue_;
  ocl::Buffer buffer_;
  ocl::Mapping host_;
};

// The copy between the program's memory and the mapped one belongs to it: with a pointer alone nothing is delivered.
class Mapped : public TransferWay {
 public:
  Mapped(const ocl::Queue& queue, std::size_t bytes, ocl::Placement placement)
      : queue_(queue), host_(bytes), buffer_(queue.allocate(bytes, placement)) {}
  Mapped(const ocl::Queue& queue, std::size_t bytes, ocl::HostMemory store)
      : queue_(queue), host_(bytes), store_(std::move(store)), buffer_(queue.over(store_->bytes())) {}

  std::span<std::byte> host() override { return host_; }
  const ocl::Buffer& buffer() const override { return buffer_; }

  void put() override {
    ocl::Mapping mapping(queue_, buffer_, ocl::Access::overwrite);
    std::ranges::copy(host_, mapping.bytes().begin());
    mapping.unmap();
  }

  void get() override {
    ocl::Mapping mapping(queue_, buffer_, ocl::Access::read);
    std::ranges::copy(mapping.bytes(), host_.begin());
    mapping.unmap();
  }

 private:
  const ocl::Queue& queue_;
  std::vector<std::byte> host_;
  std::optional<ocl::HostMemory> store_;  // outlives the buffer over it
  ocl::Buffer buffer_;
};

}  // namespace

const std::vector<TransferWayMaker>& transfer_ways() {
  using Queue = const ocl::Queue&;
  static const std::vector<TransferWayMaker> all = {
      {{"write", "read", "write, kernel, read"},
       "clEnqueueReadBuffer, clEnqueueWriteBuffer",
       [](Queue queue, std::size_t bytes) { return std::make_unique<Commands>(queue, bytes); }},
      {{"write from pinned memory", "read into pinned memory", "write, kernel, read, pinned memory"},
       "the same with the memory of a mapped ALLOC_HOST_PTR buffer on the host's side",
       [](Queue queue, std::size_t bytes) { return std::make_unique<Pinned>(queue, bytes); }},
      {{"map to write", "map to read", "map, kernel, map"},
       "map, copy, unmap an ordinary buffer",
       [](Queue queue, std::size_t bytes) { return std::make_unique<Mapped>(queue, bytes, ocl::Placement::device); }},
      {{"map to write, ALLOC_HOST_PTR", "map to read, ALLOC_HOST_PTR", "map, kernel, map, ALLOC_HOST_PTR"},
       "map, copy, unmap a buffer with ALLOC_HOST_PTR",
       [](Queue queue, std::size_t bytes) { return std::make_unique<Mapped>(queue, bytes, ocl::Placement::pinned); }},
      {{"map to write, USE_HOST_PTR", "map to read, USE_HOST_PTR", "map, kernel, map, USE_HOST_PTR"},
       "map, copy, unmap a buffer with USE_HOST_PTR over whole pages",
       [](Queue queue, std::size_t bytes) { return std::make_unique<Mapped>(queue, bytes, ocl::HostMemory(bytes)); }},
  };
  return all;
}

}  // namespace lenslet::study
