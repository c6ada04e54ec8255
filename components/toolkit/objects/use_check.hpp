// Which uses of memory OpenCL leaves undefined, among commands that nothing orders and among the arguments of a kernel.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/queue.hpp>

#include "ocl/queue.hpp"

namespace lenslet {

// A use of some bytes by a command.
struct MemoryUsed {
  ocl::Stretch place;
  bool writes = false;
  const void* image = nullptr;  // OpenCL's handle, where it is an image object of which a part is used
  TexelBox part = {};

  bool overlaps(const MemoryUsed& other) const;
};

std::vector<MemoryUsed> used(const DeviceArray& array, bool writes);
std::vector<MemoryUsed> used(const ImageObject& image, bool writes);
std::vector<MemoryUsed> used(const ImageObject& image, const TexelBox& part, bool writes);
std::vector<MemoryUsed> both(std::vector<MemoryUsed> first, const std::vector<MemoryUsed>& second);
std::vector<MemoryUsed> used_by(const KernelInfo& kernel, const std::vector<KernelArgument>& arguments);

// Throws invalid_argument for arguments that are one memory in two ways of which one writes, and for memory that
// kernels only read behind a pointer through which they may write.
void check_uses(const KernelInfo& kernel, const std::vector<KernelArgument>& arguments);

struct UseCheck::State {
  // Places of the commands that end before another one begins.
  struct Predecessors {
    std::vector<std::uint64_t> known;
    std::uint64_t all_up_to = 0;  // and all before this place
  };

  struct Command {
    std::string what;
    std::vector<MemoryUsed> uses;
    Predecessors before;
    std::optional<ocl::Event> event = {};  // none of a mapped part, which is at work until it is unmapped
    std::uint64_t place = 0;
  };

  // All of these want the lock. admit() throws where a command at work uses what this one does, and one writes.
  void admit(const Command& command);
  std::uint64_t add(Command command);
  void remove(std::uint64_t place);

  // What ends before a command that waits for these events. One that is not known here and has not ended may itself
  // wait for any command that there is.
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
