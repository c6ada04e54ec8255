// queues: models of queues and contexts, each with the same chains of commands; and for two models the cost of passing
// a result from one device to the other.
#include <lenslet/error.hpp>

#include "studies/experiments/queues_work.hpp"
#include "toolkit/ocl/shared_context.hpp"

namespace lenslet::study {
namespace {

constexpr std::size_t chain_counts[] = {1, 2, 8};
constexpr std::size_t max_chains = 8;
constexpr std::int64_t max_round_count = 200;
constexpr std::int64_t max_numbers = 1 << 16;
constexpr std::size_t hand_overs = 8;

// Chains in the order in which they are queued.
using Chains = std::vector<Chain>;

struct Sizes {
  std::uint32_t rounds;
  std::size_t count;
};

Sizes sizes_of(const Experiment& experiment) {
  return {static_cast<std::uint32_t>(experiment.scaled(max_round_count)),
          static_cast<std::size_t>(experiment.scaled(max_numbers, 64))};
}

// Chain k goes into queue k modulo the number of queues.
std::shared_ptr<Chains> chains_in(const Experiment& experiment, const std::vector<ocl::Queue>& queues,
                                  std::size_t count) {
  const Sizes sizes = sizes_of(experiment);
  const auto chains = std::make_shared<Chains>();
  chains->reserve(count);
  for (std::size_t k = 0; k < count; ++k)
    chains->emplace_back(experiment, queues[k % queues.size()], k, sizes.rounds, sizes.count);
  return chains;
}

void run_all(const Chains& chains) {
  std::vector<ocl::Event> ends;
  for (const Chain& chain : chains) ends.push_back(chain.enqueue());
  for (const Chain& chain : chains) chain.queue().flush();
  for (const ocl::Event& end : ends) end.wait();
}

using MakeQueues = std::function<std::vector<ocl::Queue>(const ocl::Queue&)>;

void add_model(Experiment& experiment, std::size_t chart, const std::string& line, const MakeQueues& make) {
  for (const std::size_t count : chain_counts)
    experiment.add(chart, line, static_cast<double>(count), [&experiment, make, count] {
      const Sizes sizes = sizes_of(experiment);
      const auto chains = chains_in(experiment, make(experiment.queue()), count);
      const auto mismatch = [chains]() -> Mismatch {
        for (const Chain& chain : *chains)
          if (Mismatch wrong = chain.mismatch()) return wrong;
        return {};
      };
      return timed_by_host(
          fmt::format("{} numbers a chain, {} steps each", sizes.count, sizes.rounds * steps_of_round),
          [chains] { run_all(*chains); }, mismatch, chains->front().source());
    });
}

std::vector<ocl::Queue> in_two_contexts(const ocl::Queue& queue) {
  std::vector<ocl::Queue> queues;
  for (const ocl::Device& device : two_devices(queue)) queues.emplace_back(device);
  return queues;
}

std::vector<ocl::Queue> in_one_context(const ocl::Queue& queue) {
  return ocl::queues_in_one_context(two_devices(queue), true, {});
}

void measure_models(Experiment& experiment) {
  const std::size_t chart =
      experiment.add_chart("Chains of a write, a kernel and a read, until all have ended", "chains");
  add_model(experiment, chart, "one queue in order", [](const ocl::Queue& queue) { return std::vector{queue}; });
  add_model(experiment, chart, "one queue out of order",
            [](const ocl::Queue& queue) { return std::vector{queue.beside(ocl::Order::out_of_order)}; });
  add_model(experiment, chart, "a queue in order each", [](const ocl::Queue& queue) {
    std::vector<ocl::Queue> queues;
    for (std::size_t k = 0; k < max_chains; ++k) queues.push_back(queue.beside(ocl::Order::in_order));
    return queues;
  });
  add_model(experiment, chart, "two devices, a context each", in_two_contexts);
  add_model(experiment, chart, "two devices in one context", in_one_context);
  experiment.measure();
}

// Numbers that go back and forth between two devices, each of which computes some steps.
struct Relay {
  Relay(const std::vector<ocl::Queue>& in, const Sizes& wanted) : queues(in), sizes(wanted), host(wanted.count) {
    for (std::size_t i = 0; i < sizes.count; ++i) seeds.push_back(scrambled(i));
    for (const ocl::Queue& queue : queues) buffers.push_back(upload(queue, seeds));
  }

  // The kernel of device k, from one buffer to the other.
  KernelRow row(const ocl::Buffer& from, const ocl::Buffer& to) const {
    Output out = output<std::uint32_t>(sizes.count, [count = sizes.count] { return ChainNumbers(count); });
    out.shared = to;
    return steps_row(from, out, sizes.rounds, launch_of(sizes.count / 64, 64));
  }

  Mismatch mismatch() const {
    return some_difference(host, seeds, static_cast<std::uint32_t>(hand_overs) * sizes.rounds);
  }

  std::vector<ocl::Queue> queues;
  Sizes sizes;
  ChainNumbers seeds;
  mutable ChainNumbers host;
  std::vector<ocl::Buffer> buffers;
  std::vector<KernelRun> runs;
};

// The host reads from one device and writes to the other.
void relay_through_host(const Relay& relay) {
  relay.host = relay.seeds;
  for (std::size_t k = 0; k < hand_overs; ++k) {
    const ocl::Queue& queue = relay.queues[k % 2];
    queue.write(relay.buffers[k % 2], 0, bytes_of(relay.host));
    relay.runs[k % 2].enqueue(queue).wait();
    queue.read(relay.runs[k % 2].buffer(1), 0, std::as_writable_bytes(std::span(relay.host)));
  }
}

// Both devices use memory of one context, in the order of events.
void relay_by_events(const Relay& relay) {
  std::vector<ocl::Event> events;
  events.push_back(ocl::write_later(relay.queues[0], relay.buffers[0], 0, bytes_of(relay.seeds)));
  for (std::size_t k = 0; k < hand_overs; ++k) {
    relay.queues[k % 2].flush();
    events.push_back(relay.runs[k % 2].enqueue(relay.queues[k % 2], {events.back()}));
    relay.queues[k % 2].flush();
  }
  ocl::read_later(relay.queues[0], relay.buffers[0], 0, std::as_writable_bytes(std::span(relay.host)), {events.back()})
      .wait();
}

std::shared_ptr<Relay> relay_in_two(const Experiment& experiment) {
  const auto relay = std::make_shared<Relay>(in_two_contexts(experiment.queue()), sizes_of(experiment));
  for (const std::size_t k : {std::size_t{0}, std::size_t{1}}) {
    const ocl::Buffer to = relay->queues[k].allocate(relay->sizes.count * sizeof(std::uint32_t));
    relay->runs.emplace_back(relay->queues[k], relay->row(relay->buffers[k], to));
  }
  return relay;
}

// The first device computes from the first buffer to the second, and the other device back.
std::shared_ptr<Relay> relay_in_one(const Experiment& experiment) {
  const auto relay = std::make_shared<Relay>(in_one_context(experiment.queue()), sizes_of(experiment));
  relay->runs.emplace_back(relay->queues[0], relay->row(relay->buffers[0], relay->buffers[1]));
  relay->runs.emplace_back(relay->queues[1], relay->row(relay->buffers[1], relay->buffers[0]));
  return relay;
}

void measure_hand_overs(Experiment& experiment) {
  const std::vector<std::string> ways = {"through the host", "by events"};
  const std::size_t chart = experiment.add_chart(
      fmt::format("A result that two devices hand to each other {} times", hand_overs), "how", ways);
  const auto add = [&](double place, const char* line, const auto& make, void (*run)(const Relay&)) {
    experiment.add(chart, line, place, [&experiment, make, run] {
      const std::shared_ptr<Relay> relay = make(experiment);
      return timed_by_host(
          fmt::format("{} numbers, {} steps each time", relay->sizes.count, relay->sizes.rounds * steps_of_round),
          [relay, run] { run(*relay); }, [relay] { return relay->mismatch(); }, relay->runs.front().source());
    });
  };
  add(0, "two devices, a context each", relay_in_two, relay_through_host);
  add(1, "two devices in one context", relay_in_one, relay_by_events);
  experiment.measure();
}

}  // namespace

void queues(Experiment& experiment) {
  measure_models(experiment);
  measure_hand_overs(experiment);
}

}  // namespace lenslet::study
