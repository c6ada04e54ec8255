// Moves bytes by commands, pinned memory, mapping, pieces and halves of rows, and checks what arrives.
#include "studies/experiments/transfer_ways.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "ocl/mapping.hpp"
#include "ocl/order.hpp"

namespace lenslet::study {
namespace {

using Bytes = std::vector<std::byte>;

std::shared_ptr<Bytes> memory_of(std::size_t bytes) {
  return std::make_shared<Bytes>(bytes);
}

// The way includes the copy between the program's memory and the mapped one: a pointer alone delivers nothing.
TransferWay mapped(std::string how, const ocl::Queue& queue, const ocl::Buffer& buffer,
                   const std::shared_ptr<ocl::HostMemory>& below = {}) {
  const auto host = memory_of(buffer.bytes());
  const auto put = [&queue, buffer, host, below] {
    ocl::Mapping mapping(queue, buffer, HostAccess::overwrite);
    std::ranges::copy(*host, mapping.bytes().begin());
    mapping.unmap();
  };
  const auto get = [&queue, buffer, host, below] {
    ocl::Mapping mapping(queue, buffer, HostAccess::read);
    std::ranges::copy(mapping.bytes(), host->begin());
    mapping.unmap();
  };
  return {std::move(how), buffer, *host, put, get};
}

// Bytes in pieces that lie `spread` times their size apart in a buffer.
struct Pieces {
  std::size_t bytes, piece, spread = 1;
};

// Moves each piece by a command.
TransferWay piecewise(std::string how, const ocl::Queue& queue, const ocl::Buffer& buffer, const Pieces& pieces,
                      bool wait_for_each) {
  const auto host = memory_of(pieces.bytes);
  const auto move = [&queue, host, pieces, wait_for_each](auto command) {
    const ocl::Drain drain(queue);
    for (std::size_t at = 0; at < pieces.bytes; at += pieces.piece) {
      const ocl::Event event = command(at * pieces.spread, std::span(*host).subspan(at, pieces.piece));
      if (wait_for_each) event.wait();
    }
  };
  return {std::move(how), buffer, *host,
          [=, &queue] { move([&](std::size_t at, auto part) { return ocl::write_later(queue, buffer, at, part); }); },
          [=, &queue] { move([&](std::size_t at, auto part) { return ocl::read_later(queue, buffer, at, part); }); }};
}

ocl::Buffer buffer_of_rows(const ocl::Queue& queue, std::size_t bytes) {
  return upload(queue, Bytes(2 * bytes));
}

// Extracts a way's bytes from its buffer's contents.
Bytes packed(const TransferWay& way, const Bytes& contents) {
  if (way.row_bytes == 0) return contents;
  Bytes result(way.host.size());
  for (std::size_t at = 0; at < result.size(); at += way.row_bytes)
    std::copy_n(&contents[2 * at], way.row_bytes, &result[at]);
  return result;
}

Bytes incremented(Bytes bytes) {
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint32_t)) {
    std::uint32_t number = 0;
    std::memcpy(&number, &bytes[at], sizeof number);
    ++number;
    std::memcpy(&bytes[at], &number, sizeof number);
  }
  return bytes;
}

std::shared_ptr<const KernelRun> increment(const Experiment& experiment, const TransferWay& way) {
  const std::size_t count = way.buffer.bytes() / sizeof(std::uint32_t);
  const KernelRow row{"transfer.cl",
                      "increment",
                      {},
                      {way.buffer, static_cast<std::uint64_t>(count)},
                      whole_groups(experiment, {count, 1}, {64, 1})};
  return std::make_shared<KernelRun>(experiment, row);
}

}  // namespace

Bytes transfer_pattern(std::size_t bytes) {
  return values_of(bytes, [](std::size_t i) { return static_cast<std::byte>((i * 2654435761u) >> 13); });
}

Mismatch differing_byte(std::span<const std::byte> found, std::span<const std::byte> expected) {
  const auto [f, e] = std::ranges::mismatch(found, expected);
  if (f == found.end() && e == expected.end()) return {};
  return fmt::format("byte {} of {} differs", f - found.begin(), expected.size());
}

TransferWay by_command(const ocl::Queue& queue, std::size_t bytes) {
  const auto host = memory_of(bytes);
  const ocl::Buffer buffer = queue.allocate(bytes);
  return {"clEnqueueReadBuffer, clEnqueueWriteBuffer", buffer, *host,
          [&queue, buffer, host] { queue.write(buffer, 0, *host); },
          [&queue, buffer, host] { queue.read(buffer, 0, *host); }};
}

// The host's memory belongs to a second buffer that stays mapped, OpenCL's means for locked memory.
TransferWay from_pinned_memory(const ocl::Queue& queue, std::size_t bytes) {
  const auto host =
      std::make_shared<ocl::Mapping>(queue, queue.allocate(bytes, ocl::Placement::pinned), HostAccess::overwrite);
  const ocl::Buffer buffer = queue.allocate(bytes);
  return {"the same with the memory of a mapped ALLOC_HOST_PTR buffer on the host's side", buffer, host->bytes(),
          [&queue, buffer, host] { queue.write(buffer, 0, host->bytes()); },
          [&queue, buffer, host] { queue.read(buffer, 0, host->bytes()); }};
}

TransferWay by_mapping(const ocl::Queue& queue, std::size_t bytes) {
  return mapped("map, copy, unmap an ordinary buffer", queue, queue.allocate(bytes));
}

TransferWay by_mapping_pinned(const ocl::Queue& queue, std::size_t bytes) {
  return mapped("map, copy, unmap a buffer with ALLOC_HOST_PTR", queue, queue.allocate(bytes, ocl::Placement::pinned));
}

// The memory outlives the buffer over it.
TransferWay by_mapping_host_memory(const ocl::Queue& queue, std::size_t bytes) {
  const auto below = std::make_shared<ocl::HostMemory>(bytes);
  return mapped("map, copy, unmap a buffer with USE_HOST_PTR over whole pages", queue, queue.over(below->bytes()),
                below);
}

TransferWay in_pieces(const ocl::Queue& queue, std::size_t bytes, std::size_t pieces, bool wait_for_each) {
  return piecewise(fmt::format("{} commands", pieces), queue, queue.allocate(bytes), {bytes, bytes / pieces},
                   wait_for_each);
}

TransferWay as_rectangle(const ocl::Queue& queue, std::size_t bytes) {
  const auto host = memory_of(bytes);
  const ocl::Buffer buffer = buffer_of_rows(queue, bytes);
  const std::size_t rows = bytes / half_row;
  return {"clEnqueueWriteBufferRect, clEnqueueReadBufferRect",
          buffer,
          *host,
          [=, &queue] {
            queue.write_rows(buffer, {0, 2 * half_row}, host->data(), half_row, half_row, rows);
          },
          [=, &queue] {
            queue.read_rows(buffer, {0, 2 * half_row}, host->data(), half_row, half_row, rows);
          },
          half_row};
}

TransferWay row_by_row(const ocl::Queue& queue, std::size_t bytes) {
  TransferWay way =
      piecewise("one command for each row, one wait", queue, buffer_of_rows(queue, bytes), {bytes, half_row, 2}, false);
  way.row_bytes = half_row;
  return way;
}

TransferWay whole_rows(const ocl::Queue& queue, std::size_t bytes) {
  const auto host = memory_of(bytes), all = memory_of(2 * bytes);
  const ocl::Buffer buffer = buffer_of_rows(queue, bytes);
  return {"one command for twice the bytes, which the host lays out and picks out",
          buffer,
          *host,
          [=, &queue] {
            for (std::size_t at = 0; at < bytes; at += half_row) std::copy_n(&(*host)[at], half_row, &(*all)[2 * at]);
            queue.write(buffer, 0, *all);
          },
          [=, &queue] {
            queue.read(buffer, 0, *all);
            for (std::size_t at = 0; at < bytes; at += half_row) std::copy_n(&(*all)[2 * at], half_row, &(*host)[at]);
          },
          half_row};
}

Ready put_ready(const Experiment& experiment, const TransferWay& way) {
  std::ranges::copy(transfer_pattern(way.host.size()), way.host.begin());
  return timed_by_host(way.how, way.put, [&queue = experiment.queue(), way, kernel = increment(experiment, way)] {
    kernel->enqueue().wait();
    const Bytes found = packed(way, download<std::byte>(queue, way.buffer, way.buffer.bytes()));
    return differing_byte(found, incremented(transfer_pattern(way.host.size())));
  });
}

// The device changes the bytes before each run, so that no driver can assume that the host has them.
Ready get_ready(const Experiment& experiment, const TransferWay& way) {
  experiment.queue().write(way.buffer, 0, transfer_pattern(way.buffer.bytes()));
  const auto run = [way, kernel = increment(experiment, way)] {
    kernel->enqueue().wait();
    return host_ms(way.get);
  };
  return {run, way.how, "",
          [way] { return differing_byte(way.host, incremented(packed(way, transfer_pattern(way.buffer.bytes())))); }};
}

Ready both_ready(const Experiment& experiment, const TransferWay& way) {
  std::ranges::copy(transfer_pattern(way.host.size()), way.host.begin());
  const auto kernel = increment(experiment, way);
  const auto work = [way, kernel] {
    way.put();
    kernel->enqueue().wait();
    way.get();
  };
  return timed_by_host(
      way.how, work, [way] { return differing_byte(way.host, incremented(transfer_pattern(way.host.size()))); },
      kernel->source());
}

}  // namespace lenslet::study
