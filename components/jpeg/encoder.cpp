// Encodes the images of a call: launches the graph, then brings the files to the host.
#include "jpeg/encoder.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "jpeg/encode_options.hpp"
#include "jpeg/encode_tables.hpp"
#include "ocl/driver_limits.hpp"
#include "ocl/order.hpp"
#include "session/memory.hpp"

namespace lenslet::codec {
namespace {

// The room for a header. An image's Huffman tables have at most all symbols.
std::int32_t room_for_header(const EncodeCall& call) {
  const Frame frame = make_frame({1, 1}, components_for(3, call.options.sampling), call.options.restart);
  const std::size_t bytes = header_of(frame, standard_tables(call), call.options).size();
  return static_cast<std::int32_t>(bytes + (call.options.optimize ? std::size_t{4} * max_symbols : 0));
}

EncodeCall call_for(const Jpeg& options) {
  check(options);
  EncodeCall call{options, quant_tables(options), {}, {}, {}, 0, {}, {}, {}};
  call.tables = {standard_tables(call)};
  return call;
}

// The tables of an image. Grey images have none for chrominance.
CodingTables tables_for(const Frame& frame, CodingTables tables) {
  const std::size_t kinds = frame.components.size() > 1 ? 2 : 1;
  tables.quant.resize(kinds);
  tables.dc.resize(kinds);
  tables.ac.resize(kinds);
  return tables;
}

}  // namespace

Encoder::Encoder(const Session& session, const Jpeg& options, const Groups& groups)
    : session_(session),
      groups_(groups),
      call_(call_for(options)),
      room_(room_for_header(call_)),
      graphs_(
          state_of(session).queue, [this](const op::Maker& maker) { return encode_graph(maker, call_, groups_); },
          [this](const std::string& source, const std::string& how) { return state_of(session_).build(source, how); }) {
}

std::vector<std::span<const std::byte>> Encoder::encode(const std::vector<DeviceImage>& images) {
  mapped_.reset();
  if (images.empty()) return {};
  std::vector<DeviceImage> inputs;
  std::vector<Frame> frames;
  for (const DeviceImage& image : images) {
    check_own(session_, image);
    check_encodable(image, call_.options);
    inputs.push_back(image.in_buffer() ? image : session_.convert(image, Storage::buffer));
    frames.push_back(frame_for(image, call_.options));
  }
  call_.batch = arrange(std::move(frames), groups_.chunk_blocks, room_);
  const Rect all{0, 0, images.front().size().width, images.front().size().height};
  check_chunks();
  expect_output();
  const ocl::Drain drain(state_of(session_).queue);  // transfers use the call, even if a later stage throws
  graphs_.launch(inputs, std::vector<DeviceImage>(), all).wait();
  return files_in(output());
}

void Encoder::check_chunks() const {
  const std::int64_t most = most_chunks(groups_, ocl::max_loop_rounds(session_.device()));
  if (call_.batch.chunks > most)
    throw Error(ErrorKind::unsupported,
                fmt::format("JPEG images of {} chunks together; allowed on this device: {}, which larger restart "
                            "intervals and fewer images have",
                            call_.batch.chunks, most));
}

// Expects as many bytes for a block as in the last call, and some more. So many come without waiting for the length.
void Encoder::expect_output() {
  call_.first_bytes = {};
  if (!pinned_ || !call_.output || call_.blocks == 0) return;
  const std::uint64_t expected =
      call_.starts.back() * static_cast<std::uint64_t>(call_.batch.blocks) / call_.blocks * 9 / 8;
  call_.first_bytes = pinned_->bytes().first(std::min({expected, call_.output->bytes(), pinned_->bytes().size()}));
}

// If the device is the host's processor, the files stay in place. Otherwise they come in one transfer, or in two if
// they are larger than expected.
std::span<std::byte> Encoder::output() {
  const ocl::Queue& queue = state_of(session_).queue;
  const std::uint64_t bytes = call_.starts.back();
  if (session_.device().kind == DeviceKind::cpu)
    return mapped_.emplace(queue, *call_.output, HostAccess::write, 0, bytes).bytes();
  std::uint64_t there = call_.first_bytes.size();
  if (!pinned_ || pinned_->bytes().size() < bytes) {
    pinned_.reset();
    pinned_.emplace(queue, call_.output->bytes());
    there = 0;
  }
  const std::span<std::byte> to = pinned_->bytes().first(bytes);
  if (there < bytes) ocl::read_later(queue, *call_.output, there, to.subspan(there)).wait();
  return to;
}

// A file begins where its header ends just before its coded image.
std::vector<std::span<const std::byte>> Encoder::files_in(std::span<std::byte> output) const {
  std::vector<std::span<const std::byte>> files;
  const Batch& batch = call_.batch;
  for (std::size_t i = 0; i < batch.frames.size(); ++i) {
    const CodingTables& tables = call_.tables.size() == 1 ? call_.tables.front() : call_.tables[i];
    const Frame& frame = batch.frames[i];
    const std::vector<std::byte> header = header_of(frame, tables_for(frame, tables), call_.options);
    const std::uint64_t end = call_.starts[i + 1];
    const std::uint64_t begin = call_.starts[i] + static_cast<std::size_t>(room_) - header.size();
    std::ranges::copy(header, output.begin() + static_cast<std::ptrdiff_t>(begin));
    files.push_back(output.subspan(begin, end - begin));
  }
  return files;
}

std::uint64_t Encoder::device_bytes() const {
  return graphs_.scratch_bytes({}) + (call_.output ? call_.output->bytes() : 0);
}

}  // namespace lenslet::codec
