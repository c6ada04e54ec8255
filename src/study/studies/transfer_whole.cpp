// Whole buffers there, back, and both with a kernel between.
#include <algorithm>
#include <array>
#include <cstring>

#include "rounding.hpp"
#include "study/clock.hpp"
#include "study/lazy.hpp"
#include "study/program.hpp"
#include "study/studies/transfer.hpp"
#include "study/studies/transfer_ways.hpp"

namespace lenslet::study {
namespace {

constexpr std::size_t increment_group = 64;

// One way of `bytes`, and a kernel that adds 1 to every number on the device: what is read back was there.
class Exchange {
 public:
  Exchange(const Experiment& experiment, const TransferWayMaker& maker, std::size_t bytes)
      : queue_(experiment.queue()),
        way_(maker.make(queue_, bytes)),
        program_(experiment, "transfer.cl"),
        kernel_(program_.kernel("increment")),
        count_(bytes / sizeof(std::uint32_t)) {
    kernel_.set(0, way_->buffer());
    kernel_.set(1, static_cast<std::uint64_t>(count_));
  }

  void fill() { std::ranges::copy(transfer_pattern(way_->host().size()), way_->host().begin()); }
  void put() { way_->put(); }
  void get() { way_->get(); }
  void increment() { queue_.launch(kernel_, {round_up(count_, increment_group), 1}, {increment_group, 1}).wait(); }

  // Whether the host's memory holds the pattern incremented once.
  std::optional<std::string> fault_in_host() const { return first_difference(way_->host(), incremented()); }

  // The same for the device's, which is read by another kind of transfer than mapping.
  std::optional<std::string> fault_in_device() const {
    std::vector<std::byte> found(way_->buffer().bytes());
    queue_.read(way_->buffer(), 0, found);
    return first_difference(found, incremented());
  }

  const std::string& source() const { return program_.source(); }

 private:
  std::vector<std::byte> incremented() const {
    std::vector<std::byte> bytes = transfer_pattern(way_->buffer().bytes());
    for (std::size_t i = 0; i < count_; ++i) {
      std::uint32_t number = 0;
      std::memcpy(&number, &bytes[i * sizeof number], sizeof number);
      ++number;
      std::memcpy(&bytes[i * sizeof number], &number, sizeof number);
    }
    return bytes;
  }

  const ocl::Queue& queue_;
  std::unique_ptr<TransferWay> way_;
  StudyProgram program_;
  ocl::Kernel kernel_;
  std::size_t count_;
};

using SharedExchange = std::shared_ptr<Exchange>;

Ready put_ready(const SharedExchange& exchange, const std::string& how) {
  exchange->fill();
  return {[exchange] { return host_ms([&] { exchange->put(); }); }, how, "",
          [exchange] {
            exchange->increment();
            return exchange->fault_in_device();
          }};
}

// The device changes the data before each run, so that no driver may think that the host has it already.
Ready get_ready(const SharedExchange& exchange, const std::string& how) {
  exchange->fill();
  exchange->put();
  return {[exchange] {
            exchange->increment();
            return host_ms([&] { exchange->get(); });
          },
          how, "", [exchange] { return exchange->fault_in_host(); }};
}

Ready both_ready(const SharedExchange& exchange, const std::string& how) {
  exchange->fill();
  const auto run = [exchange] {
    return host_ms([&] {
      exchange->put();
      exchange->increment();
      exchange->get();
    });
  };
  return {run, how, exchange->source(), [exchange] { return exchange->fault_in_host(); }};
}

// Half as many bytes copied are as many read and written in all.
Ready copy_ready(const ocl::Queue& queue, std::size_t bytes) {
  const std::size_t half = bytes / 2;
  const auto from = std::make_shared<ocl::Buffer>(upload(queue, transfer_pattern(half)));
  const auto to = std::make_shared<ocl::Buffer>(upload(queue, std::vector<std::byte>(half)));
  const auto run = [&queue, from, to, half] {
    return timed_ms([&] {
      std::vector<ocl::Event> events;
      events.push_back(queue.copy(*from, *to, half));
      return events;
    });
  };
  return {
      run, "clEnqueueCopyBuffer of half the bytes: as many are read and written in all, by the device's clock", "",
      [&queue, to, half] { return first_difference(download<std::byte>(queue, *to, half), transfer_pattern(half)); }};
}

}  // namespace

WholeCharts measure_whole(Experiment& experiment) {
  WholeCharts charts;
  charts.to_device = experiment.add_chart("From host to device", "bytes");
  charts.to_host = experiment.add_chart("From device to host", "bytes");
  const std::size_t both = experiment.add_chart("There, a kernel, and back", "bytes");
  using Prove = Ready (*)(const SharedExchange&, const std::string&);
  const std::array<std::size_t, 3> places = {charts.to_device, charts.to_host, both};
  constexpr std::array<Prove, 3> parts = {put_ready, get_ready, both_ready};
  constexpr std::int64_t kib = 1024, mib = 1024 * kib;
  for (const std::size_t bytes : scaled_bytes(experiment, {4 * kib, 64 * kib, mib, 16 * mib, 256 * mib}, 4 * kib)) {
    charts.most = static_cast<double>(bytes);
    for (const TransferWayMaker& maker : transfer_ways()) {
      const Lazy exchange(
          [&experiment, &maker, bytes] { return std::make_shared<Exchange>(experiment, maker, bytes); });
      for (std::size_t i = 0; i < parts.size(); ++i)
        experiment.add(places[i], maker.names[i], charts.most,
                       [exchange, &maker, make = parts[i]] { return make(exchange.get(), maker.how); });
    }
    experiment.add(charts.to_device, device_copy, charts.most,
                   [&experiment, bytes] { return copy_ready(experiment.queue(), bytes); });
    experiment.measure();
  }
  return charts;
}

}  // namespace lenslet::study
