// Launches and transfers of the study's rows.
#include "studies/experiments/jpeg_rows.hpp"

#include <algorithm>

#include <lenslet/error.hpp>

#include "rounding.hpp"

namespace lenslet::study {

Samples bytes_of_pixels(const Image& image) {
  const auto* begin = reinterpret_cast<const std::uint8_t*>(image.row(0));
  return {begin, begin + image.size().width * image.size().height * 3};
}

std::size_t jpeg_lines_group(const Experiment& experiment) {
  const std::size_t group = experiment.group(64);
  if (group < 8)
    throw Error(ErrorKind::unsupported, fmt::format("groups of {}; a block's items are 8 of a group", group));
  return group;
}

Launch jpeg_lines_launch(const Experiment& experiment, Size mcus) {
  const std::size_t group = jpeg_lines_group(experiment);
  return {{round_up(static_cast<std::size_t>(mcus.width) * 16, group), static_cast<std::size_t>(mcus.height) * 4},
          {group, 1}};
}

void spoil(const ocl::Queue& queue, const ocl::Buffer& buffer) {
  queue.write(buffer, 0, std::vector<std::byte>(buffer.bytes(), std::byte{0xff}));
}

Mismatch mismatch_of_read(const ocl::Queue& queue, const ocl::Buffer& buffer, std::span<const std::byte> host) {
  const auto there = download<std::byte>(queue, buffer, host.size());
  return std::ranges::equal(there, host) ? Mismatch() : "the host did not read what the device has";
}

Ready with_transfers_ready(const Experiment& experiment, const KernelRow& row, Transfers transfers) {
  const auto kernel = std::make_shared<const KernelRun>(experiment, row);
  const auto moved = std::make_shared<const Transfers>(std::move(transfers));
  const auto host = std::make_shared<std::vector<std::byte>>(moved->output_bytes);
  const auto inputs = std::make_shared<std::vector<ocl::Buffer>>();
  for (const auto& [place, bytes] : moved->inputs) {
    inputs->push_back(std::get<ocl::Buffer>(row.arguments[place]));
    spoil(experiment.queue(), inputs->back());
  }
  const auto work = [&queue = experiment.queue(), kernel, moved, host, inputs] {
    for (std::size_t i = 0; i < inputs->size(); ++i) queue.write((*inputs)[i], 0, moved->inputs[i].second);
    kernel->enqueue();
    kernel->read(moved->output, *host);
  };
  const auto wrong = [&queue = experiment.queue(), kernel, moved, host] {
    const Mismatch result = kernel->mismatch();
    return result ? result : mismatch_of_read(queue, kernel->buffer(moved->output), *host);
  };
  return timed_by_host("write, kernel, read", work, wrong, kernel->source());
}

}  // namespace lenslet::study
