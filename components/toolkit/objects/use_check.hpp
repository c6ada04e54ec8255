// Finds uses of memory that OpenCL leaves undefined: of commands without an order, and among the arguments of a kernel.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/queue.hpp>

#include "ocl/queue.hpp"

namespace lenslet {

// The use of some bytes by a command.
struct MemoryUsed {
  ocl::Stretch place;
  bool writes = false;
  const void* image = nullptr;  // OpenCL's handle, if a part of an image object is used
  TexelBox part = {};

  bool overlaps(const MemoryUsed& other) const;
};

std::vector<MemoryUsed> used(const DeviceArray& array, bool writes);
std::vector<MemoryUsed> used(const ImageObject& image, bool writes);
std::vector<MemoryUsed> used(const ImageObject& image, const TexelBox& part, bool writes);
std::vector<MemoryUsed> both(std::vector<MemoryUsed> first, const std::vector<MemoryUsed>& second);
std::vector<MemoryUsed> used_by(const KernelInfo& kernel, const std::vector<KernelArgument>& arguments);

// Throws invalid_argument if two arguments are the same memory and one of them writes, and for memory that kernels only
// read behind a pointer through which they may write.
void check_uses(const KernelInfo& kernel, const std::vector<KernelArgument>& arguments);

struct UseCheck::State {
  // Places of the commands that end before another one begins.
  struct Predecessors {
    std::vector<std::uint64_t> known;
    std::uint64_t all_up_to = 0;  // and all commands before this place
  };

  struct Command {
    std::string what;
    std::vector<MemoryUsed> uses;
    Predecessors before;
    std::optional<ocl::Event> event = {};  // empty for a mapped part, which is at work until it is unmapped
    std::uint64_t place = 0;
  };

  // These need the lock. admit() throws if a command at work uses the same memory, and one of the two writes.
  void admit(const Command& command);
  std::uint64_t add(Command command);
  void remove(std::uint64_t place);

  // The commands that end before one that waits for these events. An unknown event that has not ended may itself wait
  // for any command.
  Predecessors predecessors_of(const ocl::After& events) const;

  std::mutex mutex;

 private:
  std::optional<std::uint64_t> place_of(const ocl::Event& event) const;
  bool ends_before(std::uint64_t place, const Command& command) const;
  const Command* find(std::uint64_t place) const;
  void forget_ended();

  std::vector<Command> commands_;
  std::uint64_t next_ = 1;
};

}  // namespace lenslet
