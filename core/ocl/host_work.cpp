// Decides which thread does the host's work, and keeps its exceptions.
#include "ocl/host_work.hpp"

#include <algorithm>
#include <utility>

#include "ocl/handles.hpp"

namespace lenslet::ocl {
namespace {

// True while this thread does the host's work of a launch, which must not settle other work.
thread_local bool at_work = false;

}  // namespace

void HostWork::settle() noexcept {
  std::call_once(once_, [this] {
    const bool before = std::exchange(at_work, true);
    try {
      work_(commands_);
    } catch (...) {
      failure_ = std::current_exception();
    }
    work_ = {};  // also frees the values that it held
    at_work = before;
  });
}

const std::vector<Event>& HostWork::wait() {
  settle();
  if (failure_) std::rethrow_exception(failure_);
  return commands_;
}

void UnsettledWork::add(std::shared_ptr<HostWork> work) {
  const std::lock_guard lock(mutex_);
  works_.push_back(std::move(work));
  count_.store(works_.size(), std::memory_order_release);
}

// Does not hold the lock while work runs, so that other threads' launches may add work. They settle that themselves.
void UnsettledWork::settle_all() {
  if (at_work) return;
  std::vector<std::shared_ptr<HostWork>> works;
  {
    const std::lock_guard lock(mutex_);
    works = works_;
  }
  for (const auto& work : works) work->settle();
  const std::lock_guard lock(mutex_);
  std::erase_if(works_, [&works](const auto& work) { return std::ranges::find(works, work) != works.end(); });
  count_.store(works_.size(), std::memory_order_release);
}

void Queue::settle_first(std::shared_ptr<HostWork> work) const {
  handle_->unsettled->add(std::move(work));
}

}  // namespace lenslet::ocl
