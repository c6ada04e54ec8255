// Memory that the host can reach as long as an object lives.
#include <utility>

#include <lenslet/queue.hpp>

#include "ocl/commands.hpp"
#include "toolkit/objects/queue_state.hpp"
#include "toolkit/ocl/formatted_image.hpp"

namespace lenslet {

struct MappedTexels::State {
  Queue queue;
  ImageObject image;
  ocl::MappedPart part = {};
  std::uint64_t checked = 0;

  void unmap() {
    if (std::exchange(part.memory, nullptr) == nullptr) return;
    ocl::unmap_texels(queue.state()->queue, image.handle(), part);
    queue.state()->unmapped(checked);
  }
};

struct MappedElements::State {
  Queue queue;
  DeviceArray array;
  std::byte* memory = nullptr;
  std::uint64_t checked = 0;

  void unmap() {
    std::byte* const mapped = std::exchange(memory, nullptr);
    if (mapped == nullptr) return;
    ocl::unmap(queue.state()->queue, array.buffer(), mapped);
    queue.state()->unmapped(checked);
  }
};

namespace {

// A destructor cannot report that a device is gone.
template <class State>
void unmap_quietly(const std::unique_ptr<State>& state) noexcept try {
  if (state) state->unmap();
} catch (...) {
}

}  // namespace

MappedTexels::MappedTexels(const Queue& queue, const ImageObject& image, HostAccess access,
                           const std::vector<Event>& after)
    : MappedTexels(queue, image, access, whole_of(image.description()), after) {}

MappedTexels::MappedTexels(const Queue& queue, const ImageObject& image, HostAccess access, const TexelBox& box,
                           const std::vector<Event>& after)
    : state_(std::make_unique<State>(State{queue, image})) {
  const Queue::State& in = *queue.state();
  check_box(image, box);
  check_memory(in, image);
  state_->checked = in.put_map(
      after, [&] { return used(image, box, access != HostAccess::read); },
      [&](const ocl::After& list) { state_->part = ocl::map_texels(in.queue, image.handle(), access, box, list); });
}
MappedTexels::MappedTexels(MappedTexels&&) noexcept = default;
MappedTexels& MappedTexels::operator=(MappedTexels&& from) noexcept {
  unmap_quietly(state_);
  state_ = std::move(from.state_);
  return *this;
}
MappedTexels::~MappedTexels() {
  unmap_quietly(state_);
}

const TexelPitch& MappedTexels::pitch() const {
  return state_->part.pitch;
}

std::byte* MappedTexels::at(std::size_t row, std::size_t slice) const {
  return state_->part.memory + slice * state_->part.pitch.slice + row * state_->part.pitch.row;
}

void MappedTexels::unmap() {
  state_->unmap();
}

MappedElements::MappedElements(const Queue& queue, const DeviceArray& array, HostAccess access,
                               const std::vector<Event>& after)
    : state_(std::make_unique<State>(State{queue, array})) {
  const Queue::State& in = *queue.state();
  check_memory(in, array);
  if (array.type().bytes() == 0) return;
  state_->checked = in.put_map(
      after, [&] { return used(array, access != HostAccess::read); },
      [&](const ocl::After& list) {
        state_->memory = ocl::map(in.queue, array.buffer(), access, 0, array.type().bytes(), list);
      });
}
MappedElements::MappedElements(MappedElements&&) noexcept = default;
MappedElements& MappedElements::operator=(MappedElements&& from) noexcept {
  unmap_quietly(state_);
  state_ = std::move(from.state_);
  return *this;
}
MappedElements::~MappedElements() {
  unmap_quietly(state_);
}

std::span<std::byte> MappedElements::bytes() const {
  return {state_->memory, state_->memory == nullptr ? 0 : state_->array.type().bytes()};
}

void MappedElements::unmap() {
  state_->unmap();
}

}  // namespace lenslet
