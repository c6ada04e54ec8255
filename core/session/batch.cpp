// Each item under way has a thread that opens, reads, writes and waits. The caller's thread makes the plans. Images go
// through the device in a stream.
#include "session/batch.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <exception>
#include <limits>
#include <stdexcept>
#include <thread>
#include <utility>

#include <lenslet/batch.hpp>
#include <lenslet/error.hpp>
#include <lenslet/stream.hpp>

#include "access.hpp"
#include "elapsed.hpp"
#include "session/busy_clock.hpp"
#include "session/plan.hpp"
#include "session/stream_slot.hpp"
#include "system/workers.hpp"

namespace lenslet {

// Each request lies on the stack of the thread that waits for it.
void FirstThread::run(const Work& work) {
  if (std::this_thread::get_id() == self_) return work();
  Request request{work};
  std::unique_lock lock(mutex_);
  requests_.push_back(&request);
  asked_.notify_one();
  answered_.wait(lock, [&] { return request.done || (stopped_ && std::erase(requests_, &request) > 0); });
  if (request.error) std::rethrow_exception(request.error);
  if (!request.done) throw std::runtime_error("the batch was stopped");
}

void FirstThread::change(const Work& write) {
  {
    const std::lock_guard lock(mutex_);
    write();
  }
  asked_.notify_one();
}

void FirstThread::serve_until(const std::function<bool()>& done) {
  std::unique_lock lock(mutex_);
  for (;;) {
    asked_.wait(lock, [&] { return !requests_.empty() || done(); });
    if (requests_.empty()) return;
    serve(lock);
  }
}

void FirstThread::serve(std::unique_lock<std::mutex>& lock) {
  Request& request = *requests_.front();
  requests_.pop_front();
  lock.unlock();
  try {
    request.work();
  } catch (...) {
    request.error = std::current_exception();
  }
  lock.lock();
  request.done = true;
  answered_.notify_all();
}

void FirstThread::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  answered_.notify_all();
}

namespace {

using Clock = std::chrono::steady_clock;

// What items share that have the same call, options and format, and about the same size. The schedule is chosen for the
// first one's size.
struct Kind {
  Work work;
  Plan plan;
  std::unique_ptr<Stream> stream = {};  // for items that go through it
  std::size_t frames = 1;               // of the stream
};

// A schedule serves images of up to twice or half as many pixels.
bool are_near(Size a, Size b) {
  const auto pixels = [](Size size) { return static_cast<double>(size.width) * static_cast<double>(size.height); };
  return pixels(a) < 2 * pixels(b) && pixels(b) < 2 * pixels(a);
}

bool serves(const Plan& plan, const ValueType& type, const ValueType& other) {
  const auto *image = std::get_if<ImageType>(&type), *wanted = std::get_if<ImageType>(&other);
  if (!image || !wanted || !plan.serves_every_size()) return type == other;
  return image->format == wanted->format && image->layers == wanted->layers && are_near(image->size, wanted->size);
}

bool same_value(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

// Tells whether options are equal. NaN is equal to NaN here.
bool same_options(OpOptions a, OpOptions b) {
  const bool same_border = std::ranges::equal(a.border_value, b.border_value, same_value);
  const bool same_nodata =
      a.nodata.has_value() == b.nodata.has_value() && same_value(a.nodata.value_or(0), b.nodata.value_or(0));
  a.border_value = b.border_value = {};
  a.nodata = b.nodata = {};
  return same_border && same_nodata && a == b;
}

bool serves(const Kind& kind, const Work& work) {
  return kind.work.call.op == work.call.op && kind.work.call.arguments == work.call.arguments &&
         same_options(kind.work.options, work.options) &&
         std::ranges::equal(kind.work.inputs, work.inputs,
                            [&](const ValueType& a, const ValueType& b) { return serves(kind.plan, a, b); });
}

std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  return a > largest - b ? largest : a + b;
}

std::uint64_t saturated_bytes(const std::vector<ValueType>& types) {
  std::uint64_t bytes = 0;
  for (const ValueType& type : types) bytes = plus(bytes, bytes_of(type));
  return bytes;
}

// The types in a region: of inputs the part that the device gets, of results the part that it makes. A plan that
// computes regions has only images.
std::vector<ValueType> inputs_in(const std::optional<Rect>& region, const Plan& plan, std::vector<ValueType> types) {
  if (!region) return types;
  const Size first = std::get<ImageType>(types.front()).size;
  for (std::size_t i = 0; i < types.size(); ++i)
    std::get<ImageType>(types[i]).size = plan.reads(*region, first, i).size();
  return types;
}

std::vector<ValueType> outputs_in(const std::optional<Rect>& region, const Plan& plan) {
  std::vector<ValueType> types = plan.outputs();
  if (region)
    for (ValueType& type : types) std::get<ImageType>(type).size = region->size();
  return types;
}

// Uploads an image in the storage that the plan reads without a copy, and only the part that the region reads.
DeviceValue on_device(const Session& session, const Plan& plan, BatchValue value, const std::optional<Rect>& region,
                      std::size_t input, Size first) {
  if (auto* held = std::get_if<DeviceValue>(&value)) return std::move(*held);
  const HostValue& host = std::get<HostValue>(value);
  if (const auto* array = std::get_if<Array>(&host)) return session.upload(*array);
  const HeldPart part = held_part(plan, std::get<Image>(host), region, input, first);
  return session.upload(part.pixels, part.place, plan.input_storage());
}

// The size of the first input's whole image.
Size first_size(const std::vector<BatchValue>& values) {
  const auto whole = []<class Value>(const Value& value) {
    if (const auto* image = std::get_if<0>(&value)) {
      if constexpr (std::is_same_v<Value, HostValue>)
        return image->size();
      else
        return image->whole();
    }
    return Size();
  };
  return std::visit(whole, values.front());
}

bool is_on_host(const BatchValue& value) {
  return std::holds_alternative<HostValue>(value);
}

// A stream cannot run again with more room.
bool is_counted(const ValueType& type) {
  const auto* array = std::get_if<ArrayType>(&type);
  return array && array->counted;
}

std::vector<HostValue> host_values(std::vector<BatchValue> values) {
  std::vector<HostValue> host;
  for (BatchValue& value : values) host.push_back(std::get<HostValue>(std::move(value)));
  return host;
}

// Where the first thread ends by an exception, workers would otherwise wait for it for ever.
struct StopAtEnd {
  FirstThread& first;
  ~StopAtEnd() { first.stop(); }
};

class BatchRun {
 public:
  BatchRun(const Session& session, const Batch& batch)
      : session_(session),
        batch_(batch),
        threads_(std::clamp<std::size_t>(batch.items, 1, batch.at_a_time > 0 ? batch.at_a_time : usual_at_a_time())),
        budget_(batch.memory > 0 ? batch.memory : std::numeric_limits<std::uint64_t>::max()) {}

  void run();
  double busy_ms() const { return clock_.ms(); }

 private:
  void run_together();
  std::exception_ptr try_item(std::size_t number);
  void run_item(const BatchItem& item);
  Kind& kind_for(const BatchItem& item);
  void open_stream(Kind& kind, const Work& work);
  BatchResult compute_alone(const BatchItem& item, Plan plan, std::vector<BatchValue> values);
  std::vector<DeviceValue> run_with_room(Plan& plan, const std::vector<DeviceValue>& inputs, Timing& timing);
  BatchResult compute_in_stream(Kind& kind, std::vector<HostValue> values);
  void download(const BatchItem& item, std::vector<DeviceValue> outputs, BatchResult& result);
  std::shared_ptr<void> watch(const Plan& plan, std::size_t items) const {
    return batch_.watch ? batch_.watch(plan, items) : nullptr;
  }

  const Session& session_;
  const Batch& batch_;
  std::size_t threads_;
  FirstThread first_;
  const OnCaller on_caller_ = [this](const std::function<void()>& work) { first_.run(work); };
  std::deque<Kind> kinds_;  // a deque: its elements do not move
  MemoryBudget budget_;
  BusyClock clock_;
};

// Only the first thread calls this.
Kind& BatchRun::kind_for(const BatchItem& item) {
  auto found = std::ranges::find_if(kinds_, [&](const Kind& kind) { return serves(kind, item.work); });
  if (found == kinds_.end()) {
    kinds_.push_back({item.work, item.plan ? item.plan() : session_.plan(item.work)});
    found = std::prev(kinds_.end());
  }
  for (Kind& other : kinds_)
    if (other.stream && &other != &*found) other.stream->trim();
  if (threads_ > 1 && !found->stream) open_stream(*found, item.work);
  return *found;
}

// Several frames pay where the device has memory of its own and room for them: one is copied while another is computed.
// On other devices copies take less time than the memory costs. A result of the input's type can take the input's
// memory, which costs no more memory.
void BatchRun::open_stream(Kind& kind, const Work& work) {
  constexpr std::uint64_t max_frames = 4;
  const DeviceInfo& device = session_.device();
  const std::vector<ValueType> inputs = inputs_in(batch_.region, kind.plan, work.inputs),
                               outputs = outputs_in(batch_.region, kind.plan);
  const std::uint64_t bytes = plus(1, plus(saturated_bytes(inputs), saturated_bytes(outputs)));
  const std::uint64_t fit = std::clamp<std::uint64_t>(device.global_memory / 2 / bytes, 1, max_frames);
  kind.frames = device.host_memory ? 1 : fit;
  kind.stream = std::make_unique<Stream>(
      session_, kind.plan,
      StreamOptions{.frames = kind.frames, .region = batch_.region, .reuse_inputs = inputs == outputs});
}

// A stream keeps the memory of an input. Outside the stream the input is freed at once. So an item in the stream needs
// more memory.
void BatchRun::run_item(const BatchItem& item) {
  Kind* kind = nullptr;
  first_.run([&] { kind = &kind_for(item); });
  const BatchNeed need = item.need ? item.need(kind->plan, on_caller_) : BatchNeed();
  const std::uint64_t bytes = kind->stream ? plus(need.memory, saturated_bytes(item.work.inputs)) : need.memory;
  const MemoryBudget::Share share = budget_.take(bytes);
  std::optional<BusyClock::Lap> busy;
  if (need.uses_device) busy.emplace(clock_);
  std::vector<BatchValue> values = item.inputs();
  if (!busy) busy.emplace(clock_);
  const bool streams = kind->stream && !need.uses_device && std::ranges::all_of(values, is_on_host) &&
                       std::ranges::none_of(kind->plan.outputs(), is_counted);
  const bool has_room = batch_.memory == 0 || bytes <= batch_.memory;
  if (streams && !has_room) kind->stream->trim();  // no other item uses the stream now
  BatchResult result = streams && has_room ? compute_in_stream(*kind, host_values(std::move(values)))
                                           : compute_alone(item, kind->plan, std::move(values));
  busy.reset();
  item.results(std::move(result));
}

// Frees what is no longer needed at once, because values on a device that shares the host's memory count twice.
BatchResult BatchRun::compute_alone(const BatchItem& item, Plan plan, std::vector<BatchValue> values) {
  BatchResult result{described(plan)};
  const Clock::time_point start = Clock::now();
  std::vector<DeviceValue> inputs, outputs;
  const Size first = first_size(values);
  for (std::size_t i = 0; i < values.size(); ++i)
    inputs.push_back(on_device(session_, plan, std::exchange(values[i], HostValue(Array())), batch_.region, i, first));
  result.upload_ms = milliseconds_since(start);
  const Clock::time_point launch = Clock::now();
  {
    const std::shared_ptr<void> watched = watch(plan, 1);
    outputs = run_with_room(plan, inputs, result.timing);
  }
  result.launch_ms = milliseconds_since(launch);
  if (item.launched) item.launched(plan, inputs, outputs);
  inputs.clear();
  download(item, std::move(outputs), result);
  return result;
}

// Runs the plan, or plans with more room for results that are counted, and leaves the one whose results they are. Only
// the first thread may make plans.
std::vector<DeviceValue> BatchRun::run_with_room(Plan& plan, const std::vector<DeviceValue>& inputs, Timing& timing) {
  const op::ProblemPtr asked = internal::Access::state(plan).ready->problem;
  for (;;) {
    std::vector<DeviceValue> outputs = plan.run(inputs, {.region = batch_.region, .timing = &timing}).values();
    const std::optional<Work> more = with_room(session_, *asked, plan, outputs);
    if (!more) return outputs;
    first_.run([&] { plan = session_.plan(*more); });
  }
}

void BatchRun::download(const BatchItem& item, std::vector<DeviceValue> outputs, BatchResult& result) {
  for (std::size_t output = 0; !outputs.empty(); ++output, outputs.erase(outputs.begin())) {
    if (item.take && item.take(output, outputs.front())) continue;
    const Clock::time_point start = Clock::now();
    add_output(result, download_value(session_, outputs.front()));
    result.download_ms += milliseconds_since(start);
  }
}

// Computes an item in the stream. Its kernels also wait for those of earlier frames.
BatchResult BatchRun::compute_in_stream(Kind& kind, std::vector<HostValue> values) {
  const std::uint64_t number = kind.stream->push(std::move(values));
  std::exception_ptr
      failure;  // of the caller's watch; the frame must still leave the stream, because others wait for its slot
  std::shared_ptr<void> watched;
  try {
    watched = watch(kind.plan, kind.frames);
  } catch (...) {
    failure = std::current_exception();
  }
  BatchResult result{kind.stream->pop(number)};
  if (failure) std::rethrow_exception(failure);
  result.launch_ms = result.timing.kernel_ms;
  return result;
}

std::exception_ptr BatchRun::try_item(std::size_t number) try {
  run_item(batch_.open(number));
  return nullptr;
} catch (...) {
  return std::current_exception();
}

void BatchRun::run_together() {
  std::vector<std::optional<std::exception_ptr>> ends(batch_.items);
  const system::Workers workers(threads_, batch_.items, [&](std::size_t number) {
    std::exception_ptr error = try_item(number);
    first_.change([&] { ends[number] = std::move(error); });
  });
  const StopAtEnd stop{first_};
  for (std::size_t number = 0; number < batch_.items; ++number) {
    first_.serve_until([&] { return ends[number].has_value(); });
    batch_.ended(number, *ends[number]);
  }
}

void BatchRun::run() {
  if (threads_ > 1) return run_together();
  for (std::size_t number = 0; number < batch_.items; ++number) batch_.ended(number, try_item(number));
}

}  // namespace

std::size_t usual_at_a_time() {
  constexpr std::size_t max_cores = 64;  // with more threads than this, items would wait for each other
  return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, max_cores) + 1;
}

BatchTimes Session::run_many(const Batch& batch) const {
  if (!batch.open || !batch.ended)
    throw Error(ErrorKind::invalid_argument, "a batch without open or ended; allowed is one with both");
  const Clock::time_point begin = Clock::now();
  BatchRun run(*this, batch);
  run.run();
  return {milliseconds_since(begin), run.busy_ms()};
}

}  // namespace lenslet
