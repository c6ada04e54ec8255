// Histograms: counted, merged, and put together to the bins that are asked for where those are not what is counted.
#include <memory>

#include "ocl/values.hpp"
#include "ops/histogram/histogram.hpp"

namespace lenslet::ops {
namespace {

using op::DeviceValues;
using op::Launches;

void put(const ocl::Queue& queue, const DeviceArray& out, const std::vector<std::uint64_t>& values) {
  queue.write(out.buffer(), 0, ocl::bytes_of(values));
}

// From the levels of u8 to bins of several of them, or of none.
class Regrouping {
 public:
  Regrouping(const Bins& bins, int channels, const op::Maker& maker)
      : bins_(static_cast<std::uint32_t>(bins.count)),
        size_(static_cast<std::uint64_t>(channels) * bins_),
        first_(first_levels(bins)),
        regroup_(stage(maker)),
        buffer_(ocl::upload(maker.queue(), first_)),
        levels_(maker.queue().allocate(static_cast<std::uint64_t>(channels) * 256 * sizeof(std::uint64_t))) {}

  const ocl::Buffer& levels() const { return levels_; }

  void launch(const DeviceArray& out, Launches& launches) {
    regroup_.launch_items(size_, launches, levels_, buffer_, out, bins_, std::uint32_t{256}, size_);
  }

  std::vector<std::uint64_t> on_host(const std::vector<std::uint64_t>& levels) const {
    std::vector<std::uint64_t> result(size_);
    for (std::size_t i = 0; i < size_; ++i)
      for (std::size_t level = first_[i % bins_]; level < first_[i % bins_ + 1]; ++level)
        result[i] += levels[i / bins_ * 256 + level];
    return result;
  }

 private:
  static op::Stage stage(const op::Maker& maker) {
    const std::uint32_t group = merge_group(maker.device());
    op::Source source({"histogram_merge.cl"});
    return {maker, maker.program(source.define("SLICES", 1).define("GROUP", group)), "regroup", {group}};
  }

  std::uint32_t bins_;
  std::uint64_t size_;
  std::vector<std::uint32_t> first_;
  op::Stage regroup_;
  ocl::Buffer buffer_, levels_;
};

using Regroup = std::shared_ptr<Regrouping>;  // null where each bin is counted

op::Run on_host(const std::shared_ptr<Counter>& counter, const Regroup& regroup) {
  return [counter, regroup](const DeviceValues& in, const DeviceValues& out, Launches& launches) {
    const std::vector<std::uint64_t> sums = counter->count_on_host(in[0], launches);
    put(counter->queue(), out[0], regroup ? regroup->on_host(sums) : sums);
  };
}

op::Run on_device(const std::shared_ptr<Counter>& counter, const Regroup& regroup) {
  return [counter, regroup](const DeviceValues& in, const DeviceValues& out, Launches& launches) {
    counter->count(in[0], regroup ? regroup->levels() : out[0].buffer(), launches);
    if (regroup) regroup->launch(out[0], launches);
  };
}

}  // namespace

op::Run make_histogram(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker) {
  const ArrayType& input = problem.inputs.front();
  if (input.count() == 0)
    return [&queue = maker.queue()](const DeviceValues&, const DeviceValues& out, Launches&) {
      put(queue, out[0], std::vector<std::uint64_t>(static_cast<std::size_t>(out[0].count())));
    };
  const Bins bins = bins_of(problem.arguments, input.type);
  const int channels = channels_of("histogram", problem.arguments, input);
  const auto counter = std::make_shared<Counter>(input, channels, finder_of(bins, input.type), schedule, maker);
  Regroup regroup;
  if (input.type == ElementType::u8 && bins != Bins{256, 0, 256})
    regroup = std::make_shared<Regrouping>(bins, channels, maker);
  return schedule.word("merge") == "host" ? on_host(counter, regroup) : on_device(counter, regroup);
}

}  // namespace lenslet::ops
