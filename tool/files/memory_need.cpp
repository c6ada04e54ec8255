// A job goes through stages, and each frees what the next does not need. The need is that of the largest stage.
#include "tool/files/memory_need.hpp"

#include <algorithm>
#include <limits>

#include "system/row_pitch.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

std::uint64_t sum(const std::vector<std::uint64_t>& all) {
  std::uint64_t bytes = 0;
  for (const std::uint64_t each : all) bytes = plus(bytes, each);
  return bytes;
}

std::uint64_t host_bytes(const ValueType& type) {
  return bytes_of(type);
}

// Inputs are decoded or converted one by one: those before are ready then, and those after are not.
std::uint64_t reading_need(const RunWork& work) {
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < work.inputs.size(); ++i) {
    std::uint64_t bytes = taking_bytes(work.inputs[i], work.input_types[i]);
    for (std::size_t j = 0; j < work.inputs.size(); ++j)
      bytes = plus(bytes, j < i ? host_bytes(work.input_types[j]) : work.inputs[j].held_bytes());
    most = std::max(most, bytes);
  }
  return most;
}

// Outputs are downloaded one by one, and each is then freed on the device.
std::uint64_t download_need(const std::vector<std::uint64_t>& host, const std::vector<std::uint64_t>& device) {
  std::uint64_t most = sum(host), left = sum(device), made = 0;
  for (std::size_t i = 0; i < host.size(); ++i) {
    made = plus(made, host[i]);
    most = std::max(most, plus(made, left));
    left -= std::min(left, device[i]);
  }
  return most;
}

std::uint64_t encoding_need(const RunWork& work) {
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < std::min(work.files.size(), work.outputs.size()); ++i)
    most = std::max(most, writing_bytes(work.files[i], work.outputs[i]));
  return most;
}

}  // namespace

std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  return a > most - b ? most : a + b;
}

std::uint64_t twice(std::uint64_t a) {
  return plus(a, a);
}

std::uint64_t device_bytes(const Session& session, const ValueType& type) {
  const auto* image = std::get_if<ImageType>(&type);
  if (!image) return bytes_of(type);
  if (!session.device().host_memory) return 0;  // it takes none of the host's
  const auto row = image->size.width * static_cast<std::int64_t>(image->format.bytes());
  return static_cast<std::uint64_t>(system::row_pitch(row) * image->size.height);
}

std::uint64_t scratch_bytes(const Session& session, const Plan& plan, Size size) {
  return session.device().host_memory ? plan.scratch_bytes(size) : 0;
}

std::uint64_t run_need(const RunWork& work) {
  const auto on_device = [&](const ValueType& type) { return device_bytes(work.session, type); };
  const std::uint64_t input = sum(mapped(work.uploaded, on_device));
  const std::vector<std::uint64_t> output = mapped(work.outputs, on_device), host = mapped(work.outputs, host_bytes);
  const std::uint64_t inputs = sum(mapped(work.input_types, host_bytes)), kept = work.keeps_host_inputs ? inputs : 0;
  const std::uint64_t upload = plus(inputs, input);
  const std::uint64_t launch = plus(plus(input, sum(output)), work.scratch);
  const std::uint64_t download = plus(download_need(host, output), work.scratch);
  const std::uint64_t write = plus(plus(sum(host), encoding_need(work)), work.scratch);
  const std::uint64_t later = std::max({launch, plus(download, work.keeps_inputs ? input : 0), write});
  return std::max({reading_need(work), upload, plus(later, kept)});
}

}  // namespace lenslet::cli
