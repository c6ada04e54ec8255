// Functions of the host as commands of a queue. The driver copies a block of arguments, and writes the addresses of
// memory objects into the copy.
#include <memory>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/commands.hpp"
#include "ocl/enqueue.hpp"
#include "ocl/handles.hpp"

namespace lenslet::ocl {
namespace {

struct Job {
  NativeCall function;
  std::vector<std::size_t> sizes;
};

// The block is a job, then an address for each buffer.
void CL_CALLBACK run_job(void* block) {
  const auto* words = static_cast<std::byte* const*>(block);
  const Job& job = *reinterpret_cast<const Job*>(words[0]);
  std::vector<std::span<std::byte>> memory;
  for (std::size_t i = 0; i < job.sizes.size(); ++i) memory.emplace_back(words[i + 1], job.sizes[i]);
  job.function(memory);
}

// Keeps each job until its command has ended, because a command that fails never runs its job.
void keep(const Event& event, const std::shared_ptr<const Job>& job) {
  static std::mutex& mutex = *new std::mutex;
  static auto& all = *new std::vector<std::pair<Event, std::shared_ptr<const Job>>>;
  const std::lock_guard lock(mutex);
  std::erase_if(all, [](const auto& each) { return each.first.ended(); });
  all.emplace_back(event.share(), job);
}

void check_native(const Queue& queue) {
  if (!calls_native(queue))
    throw Error(ErrorKind::unsupported,
                fmt::format("{} calls no functions of the host; allowed: kernels, or a function that the host calls "
                            "when an event has ended",
                            queue.device().info().name));
}

}  // namespace

Event call_native(const Queue& queue, NativeCall function, std::span<const Buffer> buffers,
                  std::vector<std::size_t> sizes, const After& after) {
  check_native(queue);
  const auto job = std::make_shared<Job>(Job{std::move(function), std::move(sizes)});
  std::vector<void*> block{job.get()};
  std::vector<cl_mem> memory;
  for (const Buffer& buffer : buffers) {
    memory.push_back(buffer.handle().buffer());
    block.push_back(nullptr);
  }
  std::vector<const void*> places;
  for (std::size_t i = 1; i < block.size(); ++i) places.push_back(&block[i]);
  Event event = enqueue("clEnqueueNativeKernel", after, [&](cl_uint count, const cl_event* list, cl_event* own) {
    const bool none = memory.empty();
    return clEnqueueNativeKernel(queue.handle().queue(), run_job, block.data(), block.size() * sizeof(void*),
                                 static_cast<cl_uint>(memory.size()), none ? nullptr : memory.data(),
                                 none ? nullptr : places.data(), count, list, own);
  });
  keep(event, job);
  return event;
}

}  // namespace lenslet::ocl
