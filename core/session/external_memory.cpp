// Memory of other APIs as values of a session.
#include <lenslet/external_memory.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/opencl.hpp>

#include "ocl/external.hpp"
#include "ocl/foreign.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

constexpr std::string_view sharing_names[] = {"copies", "memory", "objects"};

const ocl::Queue& queue_of(const Session& session) {
  return state_of(session).queue;
}

[[noreturn]] void refuse_import(const std::string& problem) {
  throw Error(ErrorKind::unsupported,
              fmt::format("{}: it takes no memory or semaphores of other APIs; copies through the host work", problem));
}

Event shown(const Session& session, ocl::Event event) {
  queue_of(session).flush();
  return Event(std::make_shared<const ocl::Event>(std::move(event)));
}

}  // namespace

std::string_view name_of(Sharing sharing) {
  return sharing_names[static_cast<std::size_t>(sharing)];
}

Sharing parse_sharing(std::string_view word) {
  const auto found = std::ranges::find(sharing_names, word);
  if (found != std::end(sharing_names)) return static_cast<Sharing>(found - std::begin(sharing_names));
  throw Error(ErrorKind::invalid_argument,
              fmt::format("unknown way to share '{}'; allowed: {}", word, fmt::join(sharing_names, ", ")));
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = other.release();
  }
  return *this;
}

Descriptor::~Descriptor() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Descriptor Descriptor::duplicate() const {
  const int copy = ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
  if (copy < 0)
    throw Error(ErrorKind::io,
                fmt::format("the file descriptor {} is not copied: {}", descriptor_, std::strerror(errno)));
  return Descriptor(copy);
}

std::string to_string(const DeviceUuid& uuid) {
  return fmt::format("{:02x}", fmt::join(uuid, ""));
}

std::optional<DeviceUuid> uuid_of(const Session& session) {
  return ocl::uuid_of(queue_of(session).device());
}

std::string import_problem(const Session& session) {
  return ocl::import_problem(queue_of(session).device());
}

std::string semaphore_problem(const Session& session) {
  return ocl::semaphore_problem(queue_of(session).device());
}

struct ImportedMemory::State {
  State(const Session& of, ocl::Buffer memory, std::shared_ptr<const void> kept)
      : session(of), owner(std::move(kept)), buffer(std::move(memory)) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  // Gives the memory back first: NVIDIA's driver would wait for ever for a queue that still has another API's memory.
  ~State() {
    if (!acquired) return;
    try {
      ocl::release(queue_of(session), buffer).wait();
    } catch (...) {  // the device has failed, or memory is short: nobody can be told
    }
  }

  Session session;
  std::shared_ptr<const void> owner;
  ocl::Buffer buffer;
  std::atomic<bool> acquired = false;  // copies may be used in several threads
};

ImportedMemory::ImportedMemory(const Session& session, ExternalMemory memory) {
  if (const std::string problem = import_problem(session); !problem.empty()) refuse_import(problem);
  if (memory.bytes == 0) throw Error(ErrorKind::invalid_argument, "memory of 0 bytes; allowed: at least 1");
  ocl::Buffer buffer = ocl::import_memory(queue_of(session), memory.descriptor.get(), memory.bytes);
  memory.descriptor.release();
  state_ = std::make_shared<State>(session, std::move(buffer), std::move(memory.owner));
}

std::uint64_t ImportedMemory::bytes() const {
  return state_->buffer.bytes();
}

DeviceImage ImportedMemory::image(const ImageType& type, const ImageLayout& layout) const {
  return opencl::image(state_->session, ocl::handle_of(state_->buffer), type, layout);
}

DeviceArray ImportedMemory::array(const ArrayType& type, std::uint64_t offset) const {
  return opencl::array(state_->session, ocl::handle_of(state_->buffer), type, offset);
}

Event ImportedMemory::acquire() const {
  ocl::Event acquired = ocl::acquire(queue_of(state_->session), state_->buffer);
  state_->acquired = true;
  return shown(state_->session, std::move(acquired));
}

Event ImportedMemory::release() const {
  ocl::Event released = ocl::release(queue_of(state_->session), state_->buffer);
  state_->acquired = false;
  return shown(state_->session, std::move(released));
}

ImportedSemaphore::ImportedSemaphore(const Session& session, Descriptor semaphore) : session_(session) {
  if (const std::string problem = semaphore_problem(session); !problem.empty()) refuse_import(problem);
  semaphore_ = std::make_shared<const ocl::Semaphore>(queue_of(session), semaphore.get());
  semaphore.release();
}

void ImportedSemaphore::wait() const {
  semaphore_->wait(queue_of(session_));
}

void ImportedSemaphore::signal() const {
  semaphore_->signal(queue_of(session_));
}

}  // namespace lenslet
