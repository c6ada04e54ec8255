// A batch: many calls, several under way at a time. While the device computes one item, threads read and write others.
// An item waits until there is memory for it, and what fails is one item.
//
//   lenslet::Batch batch{.items = files.size()};
//   batch.open = [&](std::size_t i) {
//     return lenslet::BatchItem{
//         .work = lenslet::image_work(lenslet::ops::Gaussian{.sigma = 2}, format, size_of(files[i])),
//         .inputs = [&, i] { return std::vector<lenslet::BatchValue>{decode(files[i])}; },
//         .results = [&, i](lenslet::BatchResult result) { encode(result.images[0], files[i]); }};
//   };
//   batch.ended = [&](std::size_t i, std::exception_ptr error) { report(files[i], error); };
//
//   session.run_many(batch);
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include <lenslet/session.hpp>

namespace lenslet {

// An input: on the host, or on the session's device already.
using BatchValue = std::variant<HostValue, DeviceValue>;

// Calls a function in the thread that called run_many(), waits for it, and throws what it throws.
using OnCaller = std::function<void(const std::function<void()>& work)>;

struct BatchNeed {
  std::uint64_t memory = 0;  // bytes that the item takes at most, from inputs() until results() has returned

  // The item's own functions use the device, too, as those that decode there: it is computed by itself.
  bool uses_device = false;
};

struct BatchResult : Result {
  double launch_ms = 0;  // the kernels by the host's clock, of items by themselves; else Timing::kernel_ms
};

// What is done for an item. A thread calls these functions in this order; an exception ends the item.
struct BatchItem {
  Work work;  // of which types its inputs are

  // Makes the plan in the place of Session::plan(work), in the thread that called run_many(). Items of one call,
  // options and format and about one size share the plan of the first of them.
  std::function<Plan()> plan = {};

  std::function<BatchNeed(const Plan& plan, const OnCaller& on_caller)> need = {};  // absent: nothing
  std::function<std::vector<BatchValue>()> inputs;                                  // of the work's types

  // These two are for items by themselves: where Batch::at_a_time is 1, and those that use the device. The first one
  // sees the values of a launch that has ended. The second one may take a result, by its number, while it is on the
  // device; it returns whether it did. What it takes is not in the Result.
  std::function<void(const Plan& plan, const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs)>
      launched = {};
  std::function<bool(std::size_t output, const DeviceValue& value)> take = {};

  std::function<void(BatchResult result)> results;
};

struct Batch {
  std::size_t items = 0;

  // Opens an item, by its number from 0: finds of which types its inputs are. Items are opened in order, each by the
  // thread that will read it.
  std::function<BatchItem(std::size_t item)> open = {};

  // Is told the end of each item, in the order of the numbers, by the thread that called run_many(): `error` is null
  // where all went well. What it throws ends the batch: items that are under way end first, and no other begins.
  std::function<void(std::size_t item, std::exception_ptr error)> ended = {};

  std::size_t at_a_time = 0;        // items under way, each in a thread; 1: all by the caller's; 0: usual_at_a_time()
  std::uint64_t memory = 0;         // bytes for all items under way; one that needs more goes by itself; 0: any
  std::optional<Rect> region = {};  // of the results, as RunOptions::region

  // Is called before a thread waits for kernels, of so many items, and what it returns is destroyed behind that: who
  // ends a program whose kernels hang starts and stops a clock.
  std::function<std::shared_ptr<void>(const Plan& plan, std::size_t items)> watch = {};
};

// What a batch took, by the host's clock. The device had something to do for `busy_ms`.
struct BatchTimes {
  double total_ms = 0, busy_ms = 0;
};

// One more than there are cores: codecs have one thread for an image, and one image is on the device or waits for a
// disk. At most 65.
std::size_t usual_at_a_time();

}  // namespace lenslet
