// What a launch of values checks, and who may launch at a time.
#include "op/staged.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::op {
namespace {

[[noreturn]] void refuse_value(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

bool is_of(const DeviceArray& array, const ValueType& wanted) {
  const auto* type = std::get_if<ArrayType>(&wanted);
  return type && array.type() == *type;
}

bool is_of(const DeviceImage& image, const ValueType& wanted) {
  const auto* type = std::get_if<ImageType>(&wanted);
  return type && image.format() == type->format && image.size() == type->size && image.layers() == type->layers;
}

void check_storage(const char*, const DeviceArray&) {}
void check_storage(const char* what, const DeviceImage& image) {
  if (!image.in_buffer())
    refuse_value(
        fmt::format("an {} in the storage '{}', allowed: buffer, image_buffer", what, name_of(image.storage())));
}

void check_values(const char* what, const std::vector<DeviceValue>& given, const std::vector<ValueType>& wanted) {
  if (given.size() != wanted.size())
    refuse_value(fmt::format("{} {}s, this plan has {}", given.size(), what, wanted.size()));
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!std::visit([&](const auto& value) { return is_of(value, wanted[i]); }, given[i]))
      refuse_value(
          fmt::format("the {} is {}, this plan is for {}", what, to_string(type_of(given[i])), to_string(wanted[i])));
    std::visit([what](const auto& value) { check_storage(what, value); }, given[i]);
  }
}

bool share_memory(const DeviceValue& a, const DeviceValue& b) {
  if (a.index() != b.index()) return false;
  return std::visit([&b](const auto& known) { return known.shares_memory(std::get<std::decay_t<decltype(known)>>(b)); },
                    a);
}

void check_apart(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (const DeviceValue& input : inputs)
      if (share_memory(outputs[i], input)) refuse_value("an input cannot be an output");
    for (std::size_t k = 0; k < i; ++k)
      if (share_memory(outputs[i], outputs[k])) refuse_value("one value cannot take two outputs");
  }
}

}  // namespace

// Takes an idle run, or makes one, and gives it back in the end.
class StagedComputation::Borrowed {
 public:
  explicit Borrowed(const StagedComputation& owner) : owner_(owner) {
    {
      const std::lock_guard lock(owner_.mutex_);
      if (!owner_.idle_.empty()) {
        run_ = std::move(owner_.idle_.back());
        owner_.idle_.pop_back();
      }
    }
    if (!run_) run_ = owner_.make_run();
  }
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;
  ~Borrowed() {
    const std::lock_guard lock(owner_.mutex_);
    owner_.idle_.push_back(std::move(run_));
  }

  const Run& run() const { return run_; }

 private:
  const StagedComputation& owner_;
  Run run_;
};

StagedComputation::StagedComputation(const Op& op, Instance problem, const ArraySchedule& schedule,
                                     const ocl::Queue& queue, const Build& build)
    : op_(op),
      queue_(queue),
      problem_(std::move(problem)),
      schedule_(schedule),
      least_bytes_(least_bytes(op, problem_)) {
  const Maker maker(queue, [&](const std::string& source, const std::string& options) {
    return programs_.emplace_back(build(source, options).program);
  });
  idle_.push_back(op.make(problem_, schedule_, maker));
}

Run StagedComputation::make_run() const {
  std::size_t next = 0;
  const Maker maker(queue_, [&](const std::string&, const std::string&) { return programs_.at(next++); });
  return op_.make(problem_, schedule_, maker);
}

Launch StagedComputation::launch(const std::vector<DeviceValue>& inputs,
                                 const std::vector<DeviceValue>& outputs) const {
  check_values("input", inputs, problem_.inputs.all());
  check_values("output", outputs, problem_.outputs.all());
  check_apart(inputs, outputs);
  Launches launches;
  Borrowed(*this).run()(DeviceValues(inputs), DeviceValues(outputs), launches);
  queue_.flush();
  return {std::move(launches), least_bytes_, queue_.timed()};
}

}  // namespace lenslet::op
