// The contents of a queue, and the one way of its commands into it.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <lenslet/queue.hpp>

#include "ocl/queue.hpp"
#include "toolkit/objects/use_check.hpp"

namespace lenslet {

// What a command in an out-of-order queue waits for, and what waits for it.
enum class QueuePlace : std::uint8_t {
  anywhere,  // it waits only for its events
  marker,    // without events it waits for all commands before it
  barrier,   // so it does, and all commands after it wait for it
};

struct Queue::State {
  State(Session of, const QueueOptions& wanted);

  // Queues a command. `enqueue` takes what it waits for, and returns its event. `uses` returns its uses of memory, if
  // they are checked.
  template <class Uses, class Enqueue>
  Event put(const char* what, const std::vector<Event>& after, const Uses& uses, const Enqueue& enqueue,
            QueuePlace place = QueuePlace::anywhere) const {
    const ocl::After list = wait_list(after);
    if (!options.check) return begun(std::make_shared<const ocl::Event>(enqueue(list)));
    UseCheck::State& check = options.check->state();
    const std::lock_guard lock(check.mutex);
    UseCheck::State::Command command{what, uses(), predecessors(check, list, place)};
    check.admit(command);
    const auto event = std::make_shared<const ocl::Event>(enqueue(list));
    command.event = event->share();
    remember(check.add(std::move(command)), place);
    return begun(event);
  }

  // Maps a part of memory. `map` takes what to wait for. Returns the argument for unmapped(); 0 if uses are not
  // checked.
  template <class Uses, class Map>
  std::uint64_t put_map(const std::vector<Event>& after, const Uses& uses, const Map& map) const {
    const ocl::After list = wait_list(after);
    if (!options.check) return map(list), 0;
    UseCheck::State& check = options.check->state();
    const std::lock_guard lock(check.mutex);
    UseCheck::State::Command command{"a map", uses(), predecessors(check, list, QueuePlace::anywhere)};
    check.admit(command);
    map(list);
    return check.add(std::move(command));
  }
  void unmapped(std::uint64_t place) const;

  // Throws invalid_argument for an event of another context.
  ocl::After wait_list(const std::vector<Event>& after) const;

  Session session;
  QueueOptions options;
  ocl::Queue queue;

 private:
  Event begun(std::shared_ptr<const ocl::Event> event) const {
    if (options.eager) queue.flush();
    return Event(std::move(event));
  }
  UseCheck::State::Predecessors predecessors(const UseCheck::State& check, const ocl::After& after,
                                             QueuePlace place) const;
  void remember(std::uint64_t command, QueuePlace place) const;

  // The check's lock guards these: the last command that all later ones follow, and the commands since then.
  mutable std::uint64_t last_ = 0;
  mutable std::vector<std::uint64_t> since_ = {};
};

// These throw invalid_argument for memory of another context, and for a box that does not lie in its image.
void check_box(const ImageObject& image, const TexelBox& box);
void check_memory(const Queue::State& queue, const DeviceArray& array);
void check_memory(const Queue::State& queue, const ImageObject& image);

}  // namespace lenslet
