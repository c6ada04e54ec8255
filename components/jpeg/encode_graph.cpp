// Puts the kernels of the encoder into a graph.
#include "jpeg/encode_graph.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "jpeg/encode_pixels.hpp"
#include "jpeg/encode_tables.hpp"
#include "jpeg/kernels.hpp"
#include "ocl/order.hpp"
#include "ocl/values.hpp"

namespace lenslet::codec {
namespace {

using op::Graph;
using op::GraphValue;

std::string entropy_source(const Groups& groups) {
  std::string source = fmt::format("#define GROUP {}\n", groups.size);
  source.append(kernel_source("jpeg_scan.cl")).append(kernel_source("jpeg_entropy.cl"));
  if (groups.size == 1)
    source.append(kernel_source("jpeg_code_mcus.cl")).append(kernel_source("jpeg_entropy_serial.cl"));
  else
    source.append(kernel_source("jpeg_entropy_parallel.cl"));
  return source.append(kernel_source("jpeg_stuff.cl"));
}

// The limits of the scan family's kernel. One group scans everything in so many rounds: no memory holds more chunks.
constexpr std::int64_t scan_rounds = 1 << 28, scan_items = 4, scan_lanes = 2;

std::size_t scan_group(const Groups& groups) {
  return groups.size == 1 ? 1 : 256;
}

ocl::Program scan_program(const op::Maker& maker, const Groups& groups) {
  op::Source source({"scan_vectors.cl", "scan.cl"});
  source.define("TYPE", "U32").define("ACC", "U64").define("EXCLUSIVE", 1).define("ROUNDS", scan_rounds);
  source.define("GROUP", scan_group(groups)).define("ITEMS", scan_items).define("VEC", scan_lanes);
  return maker.program(source);
}

// Reads where images begin in the output, and its end. For a single image only the end is unknown.
std::vector<std::uint64_t> starts_of_images(const ocl::Queue& queue, const Batch& batch, const ocl::Buffer& starts) {
  const auto chunks = static_cast<std::size_t>(batch.chunks);
  std::vector<std::uint64_t> found(batch.scans.size() + 1);
  if (batch.scans.size() == 1) {
    queue.read(starts, chunks * sizeof(std::uint64_t), std::as_writable_bytes(std::span(found).last(1)));
    return found;
  }
  const auto all = ocl::download<std::uint64_t>(queue, starts, chunks + 1);
  for (std::size_t i = 0; i < batch.scans.size(); ++i)
    found[i] = all[static_cast<std::size_t>(batch.scans[i].first_chunk)];
  found.back() = all.back();
  return found;
}

// More bytes than blocks of most photographs take at qualities up to about 95. With larger ones the first call writes
// twice.
constexpr std::uint64_t usual_block_bytes = 16;

void reserve_output(const ocl::Queue& queue, EncodeCall& call, std::uint64_t bytes) {
  call.output.reset();
  call.output = queue.allocate(bytes + bytes / 4);
}

void reserve_first_output(const ocl::Queue& queue, EncodeCall& call) {
  std::uint64_t bytes = static_cast<std::uint64_t>(call.batch.blocks) * usual_block_bytes;
  for (const Scan& scan : call.batch.scans) bytes += static_cast<std::uint64_t>(scan.header);
  if (!call.output || call.output->bytes() < bytes) reserve_output(queue, call, bytes);
}

class EncodeStages {
 public:
  EncodeStages(Graph& graph, const op::Maker& maker, EncodeCall& call, const Groups& groups)
      : graph_(graph), call_(call), group_{groups.size}, program_(maker.program(entropy_source(groups))) {
    const ocl::Program sums = scan_program(maker, groups);
    sizes_ = graph.kernel(program_, "sizes", group_);
    stuff_.emplace(program_, "stuff");
    scan_ = graph.kernel(sums, "scan", {scan_group(groups)});
  }

  void add(const op::Maker& maker, const std::optional<ocl::Buffer>& made) {
    upload_scans();
    words_ = scratch([](const Batch& b) { return b.chunks * b.chunk_words * 4; });
    lengths_ = scratch([](const Batch& b) { return b.chunks * 4; });
    if (group_.x == 1 && !made && !call_.options.optimize)
      add_pixels_to_code_stage(graph_, maker, call_, scans_, add_standard_tables(graph_, call_, group_), words_,
                               lengths_);
    else
      code(maker, made);
    put_together();
  }

 private:
  using Count = std::int64_t (*)(const Batch&);
  GraphValue scratch(Count bytes) {
    return graph_.scratch(
        [&call = call_, bytes](const op::LaunchShape&) { return static_cast<std::uint64_t>(bytes(call.batch)); });
  }

  op::ScalarOfLaunch number(Count of) const {
    return [&call = call_, of](const Graph&) { return op::Scalar(static_cast<std::int32_t>(of(call.batch))); };
  }
  op::Items groups_for_chunks() const {
    return [&call = call_, group = group_](const Graph&) {
      return ocl::Range{static_cast<std::size_t>(call.batch.chunks) * group.x};
    };
  }

  void upload_scans() {
    scans_ = scratch([](const Batch& b) { return static_cast<std::int64_t>(b.scans.size() * sizeof(Scan)); });
    graph_.commands("scans", {scans_}, [&call = call_, to = scans_, queue = &graph_.queue()](auto& bound, auto& list) {
      list.push_back(ocl::write_later(*queue, bound.buffer(to), 0, ocl::bytes_of(call.batch.scans)));
    });
  }

  void code(const op::Maker& maker, const std::optional<ocl::Buffer>& made) {
    const auto bytes = [](const Batch& b) { return b.blocks * block_samples * 2; };
    const GraphValue coefficients = made ? graph_.keep(*made) : scratch(bytes);
    if (!made) add_pixel_stage(graph_, maker, call_, scans_, coefficients);
    const GraphValue codes = add_tables(graph_, maker, call_, scans_, coefficients, group_);
    const op::GraphKernel entropy = graph_.kernel(program_, "entropy", group_);
    graph_.launch(entropy, groups_for_chunks(), coefficients, scans_, images(), codes,
                  std::int32_t{call_.options.optimize ? 1 : 0}, words_, chunk_words(), lengths_);
  }

  // Finds where chunks' bits begin in their segments, and then where their bytes begin in the output.
  void put_together() {
    offsets_ = scratch([](const Batch& b) { return b.chunks * 8; });
    add_sums(lengths_, offsets_, [](const Batch& b) { return b.chunks; });
    const GraphValue bytes = scratch([](const Batch& b) { return (b.chunks + 1) * 4; });
    graph_.launch(sizes_, groups_for_chunks(), scans_, images(), words_, chunk_words(), lengths_, offsets_, bytes);
    const GraphValue starts = scratch([](const Batch& b) { return (b.chunks + 1) * 8; });
    add_sums(bytes, starts, [](const Batch& b) { return b.chunks + 1; });
    add_output(starts);
  }

  void add_sums(GraphValue elements, GraphValue sums, Count count) {
    const op::ScalarOfLaunch many = [&call = call_, count](const Graph&) {
      return op::Scalar(static_cast<std::uint64_t>(count(call.batch)));
    };
    graph_.launch(scan_, ocl::Range{scan_.group}, elements, elements, sums, many);
  }

  // The host learns only at the end how long the files are. If they are longer than expected, they are written once
  // more.
  void add_output(GraphValue starts) {
    const std::size_t first = graph_.size();
    add_stuff(starts);
    graph_.host_loop("output", first, {starts}, [&call = call_, starts, queue = &graph_.queue()](const Graph& bound) {
      call.starts = starts_of_images(*queue, call.batch, bound.buffer(starts));
      call.blocks = static_cast<std::uint64_t>(call.batch.blocks);
      if (call.starts.back() <= call.output->bytes()) return false;
      call.first_bytes = {};
      reserve_output(*queue, call, call.starts.back());
      return true;
    });
  }

  void add_stuff(GraphValue starts) {
    graph_.commands(
        "stuff", {scans_, words_, lengths_, offsets_, starts},
        [&call = call_, kernel = *stuff_, scans = scans_, words = words_, lengths = lengths_, offsets = offsets_,
         starts, group = group_, queue = &graph_.queue()](const Graph& bound, op::Launches& launches) mutable {
          const Batch& batch = call.batch;
          reserve_first_output(*queue, call);
          set_from(0, kernel, bound.buffer(scans), static_cast<std::int32_t>(batch.scans.size()), bound.buffer(words),
                   static_cast<std::int32_t>(batch.chunk_words), bound.buffer(lengths), bound.buffer(offsets),
                   bound.buffer(starts), *call.output, call.output->bytes());
          const ocl::Range items{static_cast<std::size_t>(batch.chunks) * group.x};
          launches.push_back(queue->launch(kernel, items, group));
          if (!call.first_bytes.empty()) launches.push_back(ocl::read_later(*queue, *call.output, 0, call.first_bytes));
        });
  }

  op::ScalarOfLaunch images() const {
    return number([](const Batch& b) { return static_cast<std::int64_t>(b.scans.size()); });
  }
  op::ScalarOfLaunch chunk_words() const {
    return number([](const Batch& b) { return b.chunk_words; });
  }

  Graph& graph_;
  EncodeCall& call_;
  ocl::Range group_;
  ocl::Program program_;  // of codes and bytes
  op::GraphKernel sizes_{}, scan_{};
  std::optional<ocl::Kernel> stuff_;
  GraphValue scans_{}, words_{}, lengths_{}, offsets_{};
};

}  // namespace

Groups Groups::for_device(const DeviceInfo& device) {
  if (device.kind == DeviceKind::cpu) return {1, 256};
  return {64, 64};
}

// A round counts the loops within it: one over the items for a group of one work-item, those over the group for others.
std::int64_t most_chunks(const Groups& groups, std::uint64_t max_round_count) {
  const auto group = static_cast<std::int64_t>(scan_group(groups));
  const std::int64_t in_a_round = group == 1 ? 1 + scan_items : 128;
  const std::int64_t rounds =
      max_round_count > 0 ? static_cast<std::int64_t>(max_round_count) / in_a_round : scan_rounds;
  return rounds * group * scan_items * scan_lanes - 1;  // one more element sums up their ends
}

op::Graph encode_graph(const op::Maker& maker, EncodeCall& call, const Groups& groups,
                       const std::optional<ocl::Buffer>& coefficients) {
  Graph graph(maker);
  EncodeStages(graph, maker, call, groups).add(maker, coefficients);
  return graph;
}

}  // namespace lenslet::codec
