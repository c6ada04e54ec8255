// Puts the kernels of the decoder into a graph.
#include "jpeg/decode_graph.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include <fmt/format.h>

#include "jpeg/kernels.hpp"
#include "ocl/order.hpp"
#include "ocl/values.hpp"
#include "rounding.hpp"

namespace lenslet::codec {
namespace {

using op::Graph;
using op::GraphValue;

// Rounds in which items take over the state of those before them. If they are too few, they are repeated, but not for
// ever: on a blank page an item may begin within a code and read its bits as other codes up to the end. The number is
// even, so that the states end in the same buffer.
constexpr int rounds = 12, max_repeats = 8;

// The same numbers as in jpeg_huffman_write.cl: longer runs of lost MCUs are cleared by so many groups.
constexpr std::uint64_t long_run = 4096, lost_run_bytes = 12;
constexpr std::size_t clear_groups = 256;

// Where vectors are long, blocks are transformed two at a time. Four are no faster: their values were just stored one
// by one, and long loads wait until all values are in the cache.
std::string decode_source(const DecodeGroups& groups, const DeviceInfo& device, bool makes_samples) {
  std::string source =
      fmt::format("#define SCAN_GROUP {}\n#define LOOSE {:d}\n#define PIXELS {}\n#define MAKES_SAMPLES {:d}\n",
                  groups.scan, device.kind == DeviceKind::cpu, groups.run, makes_samples);
  source += "#ifndef MOST_BLOCKS\n#define MOST_BLOCKS 2\n#endif\n";
  for (const char* file :
       {"jpeg_layout.cl", "jpeg_huffman.cl", "jpeg_huffman_coefficients.cl", "jpeg_huffman_sync.cl",
        "jpeg_transform.cl", "jpeg_reduced.cl", "jpeg_inverse.cl", "jpeg_rows.cl", "jpeg_inverse_rows.cl",
        "jpeg_huffman_block.cl", "jpeg_huffman_write.cl", "jpeg_upsample.cl", "jpeg_color.cl", "jpeg_pixels.cl"})
    source += kernel_source(file);
  return source;
}

std::vector<DecodeCall::Told> read_told(const ocl::Queue& queue, const ocl::Buffer& from, const DecodeCall& call) {
  return ocl::download<DecodeCall::Told>(queue, from, call.told.size());
}

class DecodeStages {
 public:
  DecodeStages(Graph& graph, const op::Maker& maker, const DeviceInfo& target, DecodeCall& call,
               const std::optional<ocl::Buffer>& coefficients)
      : graph_(graph),
        call_(call),
        makes_samples_(target.kind == DeviceKind::cpu && !coefficients),
        groups_(DecodeGroups::for_device(target)),
        program_(maker.program(decode_source(groups_, target, makes_samples_))) {
    input_ = scratch([](const DecodeCall& c) { return c.input.size(); });
    const auto bytes = [](const DecodeCall& c) { return c.taken.blocks * block_samples * sizeof(std::int16_t); };
    coefficients_ = coefficients ? graph.keep(*coefficients) : scratch(bytes);
    planes_ = scratch([](const DecodeCall& c) { return c.taken.plane_bytes; });
  }

  void add(Entropy entropy, bool to_pixels) {
    add_upload("input", input_, [](const DecodeCall& c) { return c.input; });
    if (entropy == Entropy::host)
      add_upload("coefficients", coefficients_, [](const DecodeCall& c) { return c.coefficients; });
    else
      add_huffman(entropy == Entropy::parts);
    if (to_pixels && (entropy == Entropy::host || !makes_samples_)) add_inverse();
    if (to_pixels) add_pixels();
    if (entropy != Entropy::host)
      graph_.host("check", {told_}, [&call = call_, told = told_, queue = &graph_.queue()](const Graph& bound) {
        call.told = read_told(*queue, bound.buffer(told), call);
      });
  }

 private:
  using Bytes = std::function<std::uint64_t(const DecodeCall&)>;
  GraphValue scratch(const Bytes& bytes) {
    return graph_.scratch([&call = call_, bytes](const op::LaunchShape&) { return bytes(call); });
  }

  op::Items for_items() const {
    return [&call = call_, group = groups_.huffman](const Graph&) {
      return ocl::Range{static_cast<std::size_t>(round_up(call.items, group))};
    };
  }

  void add_upload(const char* name, GraphValue to, std::span<const std::byte> (*from)(const DecodeCall&)) {
    graph_.commands(name, {to}, [&call = call_, to, from, queue = &graph_.queue()](const Graph& bound, auto& launches) {
      launches.push_back(ocl::write_later(*queue, bound.buffer(to), 0, from(call)));
    });
  }

  void add_huffman(bool in_parts) {
    told_ = scratch([](const DecodeCall& c) { return c.told.size() * sizeof(DecodeCall::Told); });
    starts_ = scratch([](const DecodeCall& c) { return c.items * state_bytes; });
    before_ = tiles_ = parts_ = decoded_again_ = stored_ = starts_;
    if (in_parts)
      add_rounds();
    else
      add_told();
    const GraphValue runs =
        scratch([](const DecodeCall& c) { return (c.taken.blocks / long_run + 1) * lost_run_bytes; });
    const GraphValue decoded = makes_samples_ ? planes_ : coefficients_;
    const op::GraphKernel write = graph_.kernel(program_, "jpeg_write", {groups_.huffman});
    graph_.launch(write, for_items(), input_, before_, tiles_, starts_, parts_, decoded_again_, stored_, decoded, told_,
                  runs);
    const op::GraphKernel clear = graph_.kernel(program_, "jpeg_clear", {groups_.huffman});
    graph_.launch(clear, ocl::Range{clear_groups * groups_.huffman}, input_, told_, runs, decoded);
  }

  void add_told() {
    add_upload("told", told_, [](const DecodeCall& c) { return std::as_bytes(std::span(c.told)); });
  }

  void add_rounds() {
    std::array<GraphValue, 2> ends;
    for (GraphValue& each : ends) each = scratch([](const DecodeCall& c) { return c.items * state_bytes; });
    before_ = scratch([](const DecodeCall& c) { return c.items * run_bytes; });
    tiles_ = scratch([tile = groups_.scan](const DecodeCall& c) { return divide_up(c.items, tile) * run_bytes; });
    parts_ = scratch([](const DecodeCall& c) { return c.parts * part_bytes; });
    if (makes_samples_) {
      decoded_again_ = scratch([](const DecodeCall& c) { return c.items * sizeof(std::uint32_t); });
      stored_ = scratch([](const DecodeCall& c) { return c.stored * sizeof(std::uint32_t); });
    }
    const op::GraphKernel round = graph_.kernel(program_, "jpeg_synchronise", {groups_.huffman});
    graph_.launch(round, for_items(), input_, std::uint32_t{1}, starts_, ends[1], ends[0], parts_, decoded_again_,
                  stored_);
    const std::size_t first_of_loop = graph_.size();
    for (std::size_t i = 0; i < rounds; ++i)
      graph_.launch(round, for_items(), input_, std::uint32_t{0}, starts_, ends[i % 2], ends[(i + 1) % 2], parts_,
                    decoded_again_, stored_);
    add_told();
    const op::GraphKernel compare = graph_.kernel(program_, "jpeg_compare", {groups_.huffman});
    graph_.launch(compare, for_items(), input_, starts_, ends[0], told_);
    graph_.host_loop("synchronised", first_of_loop, {told_},
                     [&call = call_, told = told_, queue = &graph_.queue()](const Graph& bound) {
                       const std::vector<DecodeCall::Told> found = read_told(*queue, bound.buffer(told), call);
                       const auto is_wrong = [](const auto& each) { return each.unsynchronised != 0; };
                       return std::ranges::any_of(found, is_wrong) && call.repeats++ < max_repeats;
                     });
    const op::Items tiles = [&call = call_, group = groups_.scan](const Graph&) {
      return ocl::Range{static_cast<std::size_t>(round_up(call.items, group))};
    };
    const op::ScalarOfLaunch count = [&call = call_, group = groups_.scan](const Graph&) {
      return op::Scalar(static_cast<std::uint32_t>(divide_up(call.items, group)));
    };
    graph_.launch(graph_.kernel(program_, "jpeg_sum_tiles", {groups_.scan}), tiles, input_, parts_, before_, tiles_);
    graph_.launch(graph_.kernel(program_, "jpeg_sum_before", {groups_.scan}), ocl::Range{groups_.scan}, tiles_, count);
  }

  void add_inverse() {
    const op::Items blocks = [&call = call_, group = groups_.blocks](const Graph&) {
      return ocl::Range{static_cast<std::size_t>(round_up(call.taken.most_x, group)), call.taken.most_y,
                        3 * call.images};
    };
    graph_.launch(graph_.kernel(program_, "jpeg_inverse", {groups_.blocks}), blocks, input_, coefficients_, planes_);
  }

  void add_pixels() {
    const op::Items pixels = [&call = call_, group = groups_.pixels, run = groups_.run](const Graph&) {
      return ocl::Range{static_cast<std::size_t>(round_up(divide_up(call.taken.most_width, run), group)),
                        call.taken.most_height, call.images};
    };
    graph_.launch(graph_.kernel(program_, "jpeg_pixels", {groups_.pixels}), pixels, input_, planes_, Graph::output(0));
  }

  Graph& graph_;
  DecodeCall& call_;
  bool makes_samples_;  // of the decoded blocks: see jpeg_huffman_block.cl
  DecodeGroups groups_;
  ocl::Program program_;
  GraphValue input_{}, coefficients_{}, planes_{}, told_{}, starts_{}, before_{}, tiles_{}, parts_{}, decoded_again_{},
      stored_{};
};

}  // namespace

DecodeGroups DecodeGroups::for_device(const DeviceInfo& device) {
  if (device.kind == DeviceKind::cpu) return {1, 16, 1, 4096, 1};
  return {64, 64, 64, 16, std::bit_floor(std::min<std::size_t>(device.max_group, 256))};
}

op::Graph decode_graph(const op::Maker& maker, const DeviceInfo& target, DecodeCall& call, Entropy entropy,
                       const std::optional<ocl::Buffer>& coefficients) {
  Graph graph(maker);
  DecodeStages(graph, maker, target, call, coefficients).add(entropy, !coefficients);
  graph.allocate();
  return graph;
}

}  // namespace lenslet::codec
