// Uploads the standard's codes, or counts symbols on the device and makes tables from them on the host.
#include "jpeg/encode_tables.hpp"

#include <bit>
#include <cstdlib>

#include <fmt/format.h>

#include "jpeg/encode_pixels.hpp"
#include "jpeg/kernels.hpp"
#include "ocl/order.hpp"
#include "ocl/values.hpp"

namespace lenslet::codec {
namespace {

constexpr std::size_t image_symbols = std::size_t{4} * max_symbols;  // counters of four tables

// Appends the codes of an image's tables to those of others. A grey image has two tables.
void add_codes(const CodingTables& tables, std::vector<std::uint32_t>& to) {
  const std::size_t begin = to.size();
  for (std::size_t i = 0; i < tables.dc.size(); ++i)
    for (const HuffmanTable* table : {&tables.dc[i], &tables.ac[i]}) {
      const auto codes = codes_of(*table);
      to.insert(to.end(), codes.begin(), codes.end());
    }
  to.resize(begin + image_symbols);
}

// For a coefficient after `run` zeros: the bits of its symbol, and in the highest byte their number, by run and value.
// So CPUs need one look-up, and no arithmetic after a code's. See jpeg_code_mcus.cl.
constexpr int near_values = 128;
constexpr std::size_t image_near = std::size_t{2} * 16 * near_values;

void add_near(std::span<const std::uint32_t> codes, std::vector<std::uint32_t>& to) {
  for (int run = 0; run < 16; ++run)
    for (int value = -near_values / 2; value < near_values / 2; ++value) {
      const int size = std::bit_width(static_cast<unsigned>(std::abs(value)));
      const std::uint32_t code = codes[static_cast<std::size_t>(run << 4 | size)];
      const auto bits = static_cast<std::uint32_t>(value - (value < 0 ? 1 : 0)) & ((1u << size) - 1);
      to.push_back((code & 0xffff) << size | bits | ((code >> 16) + static_cast<std::uint32_t>(size)) << 24);
    }
}

// Appends the near values of all images after all codes.
void add_near(std::vector<std::uint32_t>& codes) {
  const std::size_t all = codes.size();
  for (std::size_t table = max_symbols; table < all; table += std::size_t{2} * max_symbols) {
    const std::vector<std::uint32_t> ac(codes.begin() + static_cast<std::ptrdiff_t>(table),
                                        codes.begin() + static_cast<std::ptrdiff_t>(table + max_symbols));
    add_near(ac, codes);
  }
}

CodingTables optimal_tables(const EncodeCall& call, const Frame& frame, const std::uint32_t* counts) {
  CodingTables tables;
  const std::size_t kinds = frame.components.size() > 1 ? 2 : 1;
  for (std::size_t i = 0; i < kinds; ++i, counts += 2 * std::size_t{max_symbols}) {
    using Counts = std::span<const std::uint32_t, max_symbols>;
    tables.quant.push_back(call.quant[i]);
    tables.dc.push_back(optimal_table(Counts(counts, max_symbols)));
    tables.ac.push_back(optimal_table(Counts(counts + max_symbols, max_symbols)));
  }
  return tables;
}

void make_tables(const ocl::Queue& queue, EncodeCall& call, const ocl::Buffer& counts, const ocl::Buffer& codes,
                 bool has_near) {
  const std::vector<Frame>& frames = call.batch.frames;
  const auto counted = ocl::download<std::uint32_t>(queue, counts, frames.size() * image_symbols);
  std::vector<std::uint32_t> all;
  call.tables.clear();
  for (std::size_t i = 0; i < frames.size(); ++i) {
    call.tables.push_back(optimal_tables(call, frames[i], counted.data() + i * image_symbols));
    add_codes(call.tables.back(), all);
  }
  if (has_near) add_near(all);
  queue.write(codes, 0, ocl::bytes_of(all));
}

ocl::Buffer standard_codes(const ocl::Queue& queue, const EncodeCall& call, bool has_near) {
  std::vector<std::uint32_t> codes;
  add_codes(standard_tables(call), codes);
  if (has_near) add_near(codes);
  return queue.copy_of(ocl::bytes_of(codes));
}

std::uint64_t bytes_of_symbols(const EncodeCall& call) {
  return call.batch.frames.size() * image_symbols * sizeof(std::uint32_t);
}

}  // namespace

CodingTables standard_tables(const EncodeCall& call) {
  CodingTables tables{call.quant, {}, {}};
  for (const Channel channel : {Channel::luminance, Channel::chrominance}) {
    tables.dc.push_back(standard_table(HuffmanClass::dc, channel));
    tables.ac.push_back(standard_table(HuffmanClass::ac, channel));
  }
  return tables;
}

op::GraphValue add_standard_tables(op::Graph& graph, const EncodeCall& call, ocl::Range group) {
  return graph.keep(standard_codes(graph.queue(), call, group.x == 1));
}

op::GraphValue add_tables(op::Graph& graph, const op::Maker& maker, EncodeCall& call, op::GraphValue scans,
                          op::GraphValue coefficients, ocl::Range group) {
  const bool has_near = group.x == 1;
  if (!call.options.optimize) return add_standard_tables(graph, call, group);
  std::string source = fmt::format("#define GROUP {}\n", group.x);
  for (const char* file : {"jpeg_scan.cl", "jpeg_entropy.cl", "jpeg_symbols.cl"}) source += kernel_source(file);
  const op::GraphKernel symbols = graph.kernel(maker.program(source), "symbols", group);
  const auto bytes = [&call](const op::LaunchShape&) { return bytes_of_symbols(call); };
  const auto code_bytes = [&call, has_near](const op::LaunchShape&) {
    return bytes_of_symbols(call) + (has_near ? call.batch.frames.size() * image_near * sizeof(std::uint32_t) : 0);
  };
  const op::GraphValue counts = graph.scratch(op::ScratchBytes(bytes));
  const op::GraphValue codes = graph.scratch(op::ScratchBytes(code_bytes));
  const ocl::Queue* queue = &graph.queue();
  graph.commands("zeros", {counts}, [=, &call](const op::Graph& bound, op::Launches& launches) {
    call.zeros.resize(bytes_of_symbols(call));
    launches.push_back(ocl::write_later(*queue, bound.buffer(counts), 0, call.zeros));
  });
  const auto groups = [&call, group](const op::Graph&) {
    return ocl::Range{static_cast<std::size_t>(call.batch.chunks) * group.x};
  };
  const op::ScalarOfLaunch images = [&call](const op::Graph&) {
    return op::Scalar(static_cast<std::int32_t>(call.batch.scans.size()));
  };
  graph.launch(symbols, groups, coefficients, scans, images, counts);
  graph.host("tables", {counts, codes}, [=, &call](const op::Graph& bound) {
    make_tables(*queue, call, bound.buffer(counts), bound.buffer(codes), has_near);
  });
  return codes;
}

}  // namespace lenslet::codec
