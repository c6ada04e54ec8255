// Frames use the slots of a ring in turn. Counters say how far the frames have come, and so which thread a slot belongs
// to. A thread works on its slot's frame without the lock.
#include <lenslet/stream.hpp>

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "session/busy_clock.hpp"
#include "session/state.hpp"
#include "session/stream_slot.hpp"

namespace lenslet {
namespace {

std::size_t checked_frames(const StreamOptions& options) {
  if (options.frames == 0) throw Error(ErrorKind::invalid_argument, "a stream of 0 frames; allowed are 1 and more");
  if (options.copy_threads < 1 || options.copy_threads > max_copy_threads)
    throw Error(ErrorKind::invalid_argument, fmt::format("a stream of {} threads that copy; allowed are 1 to {}",
                                                         options.copy_threads, max_copy_threads));
  return options.frames;
}

}  // namespace

struct Stream::State {
  State(const Session& session, const Plan& plan, const StreamOptions& options);
  ~State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  StreamSlot& slot(std::uint64_t frame) { return slots[frame % slots.size()]; }
  bool full() const { return reserved - freed >= slots.size(); }

  std::uint64_t push(const std::function<void(StreamSlot&)>& begin);
  std::optional<Result> pop();
  Result take(std::uint64_t frame, std::unique_lock<std::mutex>& lock);
  void upload_all();
  void download_all();
  void trim();

  StreamWork work;
  std::vector<StreamSlot> slots;

  mutable std::mutex mutex;  // guards what follows, and gives slots from one thread to the next
  std::condition_variable moved;
  // Each number counts the frames that have reached a step. In order: they have a slot, are begun, are on the device,
  // are back, were popped in order, and have left their slots.
  std::uint64_t reserved = 0, begun = 0, uploaded = 0, downloaded = 0, popped = 0, freed = 0;
  bool closed = false, ended = false;
  BusyClock busy;  // runs while frames are between upload and download

  std::thread uploader, downloader;
};

Stream::State::State(const Session& session, const Plan& plan, const StreamOptions& options)
    : work{session, plan, options, state_of(session).queue.beside(ocl::Order::in_order),
           state_of(session).queue.beside(ocl::Order::in_order)},
      slots(checked_frames(options)),
      uploader([this] { upload_all(); }),
      downloader([this] { download_all(); }) {}

Stream::State::~State() {
  {
    const std::lock_guard lock(mutex);
    ended = true;
  }
  moved.notify_all();
  uploader.join();
  downloader.join();
  for (StreamSlot& each : slots) each.abandon();
}

std::uint64_t Stream::State::push(const std::function<void(StreamSlot&)>& begin) {
  std::unique_lock lock(mutex);
  moved.wait(lock, [this] { return closed || !full(); });
  if (closed) throw Error(ErrorKind::invalid_argument, "a frame for a stream that is closed");
  const std::uint64_t frame = reserved++;
  lock.unlock();
  begin(slot(frame));
  lock.lock();
  slot(frame).is_begun = true;
  for (; begun < reserved && slot(begun).is_begun; ++begun) slot(begun).is_begun = false;
  lock.unlock();
  moved.notify_all();
  return frame;
}

void Stream::State::upload_all() {
  std::unique_lock lock(mutex);
  for (;;) {
    moved.wait(lock, [this] { return ended || uploaded < begun; });
    if (ended) return;
    busy.begin();
    lock.unlock();
    slot(uploaded).upload(work);
    lock.lock();
    ++uploaded;
    moved.notify_all();
  }
}

void Stream::State::download_all() {
  std::unique_lock lock(mutex);
  for (;;) {
    moved.wait(lock, [this] { return ended || downloaded < uploaded; });
    if (ended) break;
    lock.unlock();
    slot(downloaded).download(work);
    lock.lock();
    busy.end();
    ++downloaded;
    moved.notify_all();
  }
}

// Moves a frame's results out. The slot is free when all earlier ones are.
Result Stream::State::take(std::uint64_t frame, std::unique_lock<std::mutex>& lock) {
  lock.unlock();
  std::exception_ptr error;
  Result result;
  try {
    result = slot(frame).take();
  } catch (...) {
    error = std::current_exception();
  }
  lock.lock();
  slot(frame).is_taken = true;
  for (; freed < downloaded && slot(freed).is_taken; ++freed) slot(freed).is_taken = false;
  lock.unlock();
  moved.notify_all();
  if (error) std::rethrow_exception(error);
  return result;
}

std::optional<Result> Stream::State::pop() {
  std::unique_lock lock(mutex);
  moved.wait(lock, [this] { return popped < downloaded || (closed && popped == reserved); });
  if (popped == reserved) return std::nullopt;
  return take(popped++, lock);
}

// Frees the memory of slots without a frame, which the next frames would use.
void Stream::State::trim() {
  const std::lock_guard lock(mutex);
  for (std::uint64_t frame = reserved; frame < freed + slots.size(); ++frame) slot(frame).free_memory();
}

Stream::Stream(const Session& session, const Plan& plan, const StreamOptions& options)
    : state_(std::make_unique<State>(session, plan, options)) {}
Stream::~Stream() = default;
Stream::Stream(Stream&&) noexcept = default;
Stream& Stream::operator=(Stream&&) noexcept = default;

std::uint64_t Stream::push(Image frame) {
  std::vector<HostValue> inputs;
  inputs.emplace_back(std::move(frame));
  return push(std::move(inputs));
}

std::uint64_t Stream::push(std::vector<HostValue> inputs) {
  return state_->push([&](StreamSlot& slot) { slot.begin(state_->work, std::move(inputs)); });
}

std::uint64_t Stream::push(SharedImages inputs, FramePart part) {
  return state_->push([&](StreamSlot& slot) { slot.begin(state_->work, std::move(inputs), std::move(part)); });
}

std::optional<Result> Stream::pop() {
  return state_->pop();
}

Result Stream::pop(std::uint64_t number) {
  std::unique_lock lock(state_->mutex);
  state_->moved.wait(lock, [&] { return number < state_->downloaded; });
  return state_->take(number, lock);
}

void Stream::close() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->closed = true;
  }
  state_->moved.notify_all();
}

bool Stream::full() const {
  const std::lock_guard lock(state_->mutex);
  return state_->full();
}

bool Stream::empty() const {
  const std::lock_guard lock(state_->mutex);
  return state_->reserved == state_->freed;
}

double Stream::busy_ms() const {
  return state_->busy.ms();
}

void Stream::trim() {
  state_->trim();
}

const std::shared_ptr<LentMemory>& Stream::lent() const {
  return state_->work.lent;
}

}  // namespace lenslet
