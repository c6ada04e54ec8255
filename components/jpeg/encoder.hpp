// The implementation of JpegEncoder: a graph with its memory, and the way of files to the host.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lenslet/jpeg.hpp>

#include "jpeg/encode_graph.hpp"
#include "ocl/mapping.hpp"
#include "op/graph.hpp"
#include "session/state.hpp"
#include "session/stream_slot.hpp"

namespace lenslet::codec {

class Encoder {
 public:
  Encoder(const Session& session, const Jpeg& options)
      : Encoder(session, options, Groups::for_device(session.device())) {}
  Encoder(const Session& session, const Jpeg& options, const Groups& groups);

  std::vector<std::span<const std::byte>> encode(const std::vector<DeviceImage>& images);

  std::vector<std::string> stages() const { return graphs_.stages(); }
  std::uint64_t device_bytes() const;

 private:
  void check_chunks() const;
  void expect_output();
  std::span<std::byte> output();
  std::vector<std::span<const std::byte>> files_in(std::span<std::byte> output) const;

  Session session_;
  Groups groups_;
  EncodeCall call_;
  std::int32_t room_;  // for a header, before each coded image
  op::GraphComputation graphs_;
  std::optional<PinnedMemory> pinned_;
  std::optional<ocl::Mapping> mapped_;
};

}  // namespace lenslet::codec
