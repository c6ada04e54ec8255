// A batch runs many calls, several at a time. While the device computes one item, threads read and write others. An
// item begins when there is memory for it. An error ends one item, not the batch.
//
//   lenslet::Batch batch{.items = files.size()};
//   batch.open = [&](std::size_t i) {
//     return lenslet::BatchItem{
//         .work = lenslet::image_work(lenslet::ops::Gaussian{.sigma = 2}, format, size_of(files[i])),
//         .inputs = [&, i] { return std::vector<lenslet::BatchValue>{decode(files[i])}; },
//         .results = [&, i](lenslet::BatchResult result) { encode(result.image(), files[i]); }};
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

#pragma GCC visibility push(default)
namespace lenslet {

// An input, on the host or already on the session's device.
using BatchValue = std::variant<HostValue, DeviceValue>;

// Calls a function in the thread that called run_many(), waits for it, and throws what it throws.
using OnCaller = std::function<void(const std::function<void()>& work)>;

struct BatchNeed {
  std::uint64_t memory = 0;  // bytes that the item takes at most, from the call of inputs() to the return of results()

  // The item's own functions use the device, too, for example to decode. The item then does not go through the batch's
  // stream.
  bool uses_device = false;
};

struct BatchResult : Result {
  double launch_ms = 0;  // kernels: outside the stream by the host's clock, else Timing::kernel_ms
};

// The functions of an item. One thread calls them in this order. An exception ends the item.
struct BatchItem {
  Work work;  // its inputs have these types

  // Makes the plan in place of Session::plan(work), in the thread that called run_many(). Items of the same call,
  // options and format, and of about the same size, share the first one's plan.
  std::function<Plan()> plan = {};

  std::function<BatchNeed(const Plan& plan, const OnCaller& on_caller)> need = {};  // absent: the item needs nothing
  // Returns inputs of the work's types.
  std::function<std::vector<BatchValue>()> inputs;

  // Most items go through a stream on the device. An item is computed outside the stream where the batch has one item,
  // Batch::at_a_time is 1, the item uses the device, an input is on the device, a result is counted, or the item needs
  // more than Batch::memory. `launched` and `take` are called only for items outside the stream. `launched` sees the
  // values of a launch that has ended. `take` may keep a result, by its number, while it is on the device, and returns
  // whether it did. A result that it keeps is missing from BatchResult.
  std::function<void(const Plan& plan, const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs)>
      launched = {};
  std::function<bool(std::size_t output, const DeviceValue& value)> take = {};

  std::function<void(BatchResult result)> results;
};

struct Batch {
  std::size_t items = 0;

  // Opens an item, by its number from 0, and finds the types of its inputs. Items are opened in order, each by the
  // thread that will read it.
  std::function<BatchItem(std::size_t item)> open = {};

  // Is called at the end of each item, in the order of the numbers, by the thread that called run_many(). `error` is
  // null where all went well. An exception from this function ends the batch: items under way end first, and no other
  // begins.
  std::function<void(std::size_t item, std::exception_ptr error)> ended = {};

  // Items under way, each in its own thread; 1: all in the caller's thread; 0: usual_at_a_time().
  std::size_t at_a_time = 0;
  // Bytes for all items under way; 0: no limit. An item that needs more begins when no other item holds memory.
  std::uint64_t memory = 0;
  std::optional<Rect> region = {};  // of the results, as RunOptions::region

  // Is called before a thread waits for the kernels of so many items. The object that it returns is destroyed after the
  // wait. A program that must not hang can start a clock here and stop it in the destructor.
  std::function<std::shared_ptr<void>(const Plan& plan, std::size_t items)> watch = {};
};

// The times of a batch, by the host's clock. The device had work for `busy_ms`.
struct BatchTimes {
  double total_ms = 0, busy_ms = 0;
};

// One more than the number of cores, at most 65. A codec uses one thread for an image, and one more image is on the
// device or waits for a disk.
std::size_t usual_at_a_time();

}  // namespace lenslet
#pragma GCC visibility pop
