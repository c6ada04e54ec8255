// Times a listing in turns with an op of Lenslet for the same work, after both have proved to agree.
#include <algorithm>
#include <chrono>
#include <numeric>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/run_listing.hpp>

#include "listings/run.hpp"
#include "session/plan.hpp"

namespace lenslet::listings {
namespace {

constexpr int min_runs = 6;  // the median of fewer has no interval of 95%

[[noreturn]] void refuse(ErrorKind kind, const std::string& what) {
  throw Error(kind, what);
}

Image image_of(const Array& array) {
  const std::vector<std::int64_t>& shape = array.type().shape;
  if (shape.size() < 2 || shape.size() > 3)
    refuse(ErrorKind::invalid_argument, fmt::format("{} for an image; allowed: 2 or 3 sides", to_string(array.type())));
  const int channels = shape.size() == 3 ? static_cast<int>(shape[2]) : 1;
  Image image({shape[1], shape[0]}, {array.type().type, channels});
  for (std::int64_t i = 0; i < array.count(); ++i)
    image.set(i / channels % shape[1], i / channels / shape[1], static_cast<int>(i % channels), array.at(i));
  return image;
}

std::vector<double> numbers_of_value(const HostValue& value) {
  if (const auto* array = std::get_if<Array>(&value)) return numbers_of(*array);
  const Image& image = std::get<Image>(value);
  std::vector<double> numbers;
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x)
      for (int channel = 0; channel < image.format().channels; ++channel) numbers.push_back(image.at(x, y, channel));
  return numbers;
}

std::vector<HostValue> inputs_of(const Counterpart& counterpart, const Setup& setup) {
  const OpInfo op = find_op(counterpart.call.op);
  std::vector<HostValue> inputs;
  for (const std::string& name : counterpart.inputs) {
    Array array = made(*std::ranges::find(setup.memory, name, &Memory::name));
    const Operand& operand = op.inputs[std::min(inputs.size(), op.inputs.size() - 1)];
    if (operand.kind == ValueKind::image)
      inputs.emplace_back(image_of(array));
    else
      inputs.emplace_back(std::move(array));
  }
  return inputs;
}

// The op, ready to be launched on the listing's inputs.
class LensletWork {
 public:
  LensletWork(const Session& session, const Counterpart& counterpart, const std::vector<HostValue>& inputs)
      : session_(session), plan_(session.plan(work_of(counterpart, inputs))) {
    for (const HostValue& input : inputs) {
      const auto* image = std::get_if<Image>(&input);
      inputs_.push_back(image ? DeviceValue(session.upload(*image, plan_.input_storage()))
                              : upload_value(session, input));
    }
    for (const ValueType& type : plan_.outputs()) outputs_.push_back(allocate_value(session, type));
  }

  double run_ms() const {
    Timing timing;
    const auto begin = std::chrono::steady_clock::now();
    plan_.run_into(inputs_, outputs_, {.timing = &timing});
    const std::chrono::duration<double, std::milli> host = std::chrono::steady_clock::now() - begin;
    return timing.kernel_ms > 0 ? timing.kernel_ms : host.count();
  }

  HostValue result() const { return download_value(session_, outputs_.front()); }
  const std::string& schedule() const { return plan_.schedule(); }

 private:
  static Work work_of(const Counterpart& counterpart, const std::vector<HostValue>& inputs) {
    Work work{counterpart.call, {}, counterpart.options};
    for (const HostValue& input : inputs) work.inputs.push_back(type_of(input));
    return work;
  }

  Session session_;
  Plan plan_;
  std::vector<DeviceValue> inputs_, outputs_;
};

// Throws where the op's result is not what the check expects.
void check_agreement(const LensletWork& work, const Counterpart& counterpart, const Setup& setup,
                     const Values& before) {
  if (counterpart.result.empty()) return;
  const Check& check = *std::ranges::find(setup.checks, counterpart.result, &Check::what);
  const std::vector<double> expected = check.expected(before), got = numbers_of_value(work.result());
  if (got.size() != expected.size())
    refuse(ErrorKind::invalid_argument, fmt::format("Lenslet's {} makes {} numbers, the listing {}",
                                                    counterpart.call.op, got.size(), expected.size()));
  for (std::size_t i = 0; i < got.size(); ++i)
    if (!is_near(got[i], expected[i], counterpart.tolerance))
      refuse(ErrorKind::invalid_argument, fmt::format("Lenslet's {} makes {} of element {}, the listing {}",
                                                      counterpart.call.op, got[i], i, expected[i]));
}

std::string verdict_of(const Ratio& ratio) {
  const Interval& range = ratio.confidence;
  const std::string numbers = fmt::format("{:.3g} ({:.3g} to {:.3g})", ratio.value, range.low, range.high);
  if (range.low > 1) return fmt::format("Lenslet is {} times as fast", numbers);
  if (range.high < 1) return fmt::format("the listing is faster: Lenslet is {} times as fast", numbers);
  return fmt::format("no difference beyond the noise: Lenslet is {} times as fast", numbers);
}

}  // namespace

Comparison compare(const Session& session, const Listing& listing, double scale, int runs) {
  if (!listing.setup || !listing.lenslet)
    refuse(ErrorKind::unsupported, fmt::format("{} has no op of Lenslet for the same work", listing.name));
  if (runs < min_runs)
    refuse(ErrorKind::invalid_argument, fmt::format("{} runs; allowed: {} and more", runs, min_runs));
  const Setup setup = listing.setup(scale);
  if (const Outcome outcome = run(session, listing, scale); outcome.state != State::right)
    refuse(outcome.state == State::wrong ? ErrorKind::invalid_argument : ErrorKind::unsupported,
           fmt::format("{}: {}", listing.name, outcome.verdict));
  const Ready ready(session, listing, listing.options, setup);
  const LensletWork work(session, *listing.lenslet, inputs_of(*listing.lenslet, setup));
  ready.launch_ms();
  work.run_ms();
  check_agreement(work, *listing.lenslet, setup, ready.contents().before());
  Comparison comparison{.schedule = work.schedule()};
  for (int i = 0; i < runs; ++i) {
    comparison.listing_ms.push_back(ready.launch_ms());
    comparison.lenslet_ms.push_back(work.run_ms());
  }
  comparison.ratio = ratio_of_medians(comparison.listing_ms, comparison.lenslet_ms);
  comparison.verdict = verdict_of(comparison.ratio);
  return comparison;
}

}  // namespace lenslet::listings
