// Jobs that run at the same time: each has a thread, which decodes, encodes and waits. A session is opened and plans
// are made by the first thread; images go through the device in a stream.
#include <algorithm>

#include "tool/files/memory_need.hpp"
#include "tool/jobs/runner.hpp"

namespace lenslet::cli {

FirstThread& Runner::run_together(std::size_t at_a_time) {
  at_a_time_ = at_a_time;
  first_ = std::make_unique<FirstThread>();
  return *first_;
}

// Until there is a session, files are opened one after the other, as without other threads.
Runner::Task Runner::open_on_any_thread(const Job& job) {
  if (!first_ || is_open_) return open(job);
  std::optional<Task> task;
  first_->run([&] {
    task = open(job);
    is_open_ = session_.has_value();
  });
  return *std::move(task);
}

Runner::Ready& Runner::ready_on_any_thread(const Task& task) {
  const std::string like = file_of_such_image(task.inputs);
  if (!first_) return ready_for(task.work, like);
  Ready* ready = nullptr;
  first_->run([&] {
    ready = &ready_for(task.work, like);
    for (Ready& other : plans_)
      if (other.stream && &other != ready) other.stream->trim();
    if (ready->stream) return;
    ready->frames = frames_for(task);
    ready->stream = make_stream(*ready, task);
  });
  return *ready;
}

// A stream keeps an image's memory where a job by itself frees it at once: that of an input.
std::uint64_t Runner::need_in_stream(const Ready& ready, const Task& task) const {
  std::uint64_t bytes = task.report.memory_bytes;
  if (!ready.stream) return bytes;
  for (const ValueType& type : task.inputs.types) bytes = plus(bytes, bytes_of(type));
  return bytes;
}

// While one image is copied another is computed, where the device has memory of its own and room for both. Elsewhere
// copies take less time than the memory costs. A result of the input's type takes no more memory in the input's place
// than without it.
std::size_t Runner::frames_for(const Task& task) const {
  constexpr std::uint64_t most_frames = 4;
  const DeviceInfo& device = session_->device();
  std::uint64_t bytes = 1;
  for (const auto* types : {&task.uploaded, &task.computed})
    for (const ValueType& type : *types) bytes = plus(bytes, bytes_of(type));
  const std::uint64_t fit = std::clamp<std::uint64_t>(device.global_memory / 2 / bytes, 1, most_frames);
  return device.host_memory ? 1 : fit;
}

std::unique_ptr<Stream> Runner::make_stream(const Ready& ready, const Task& task) const {
  const StreamOptions options{
      .frames = ready.frames, .region = options_.region, .reuse_inputs = task.uploaded == task.computed};
  return std::make_unique<Stream>(*session_, ready.plan, options);
}

// What the frames before it take is waiting. Its kernels stand behind those of frames that are in the stream, too.
void Runner::compute_in_stream(Ready& ready, Task& task) const {
  const auto begin = Clock::now();
  const auto number = ready.stream->push(std::move(task.values));
  const TimeLimit limit = time_limit(ready.plan, ready.frames);
  Result result = ready.stream->pop(number);
  RunReport& report = task.report;
  report.timing = result.timing;
  report.laps.add("upload", result.upload_ms);
  report.laps.add("launch", result.timing.kernel_ms);
  report.laps.add("download", result.download_ms);
  report.laps.add("waiting",
                  std::max(0.0, ms_since(begin) - result.upload_ms - result.timing.kernel_ms - result.download_ms));
  report.laps.skip();
  for (Image& image : result.images) task.results.emplace_back(std::move(image));
}

DeviceUse Runner::device_use() const {
  const std::lock_guard lock(use_mutex_);
  DeviceUse use = use_;
  use.busy_ms += codec_clock_.ms();
  for (const Ready& ready : plans_)
    if (ready.stream) use.busy_ms += ready.stream->busy_ms();
  return use;
}

}  // namespace lenslet::cli
