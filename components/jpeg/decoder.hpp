// The implementation of JpegDecoder: a graph with its memory for each origin of coefficients.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lenslet/jpeg.hpp>

#include "jpeg/decode_input.hpp"
#include "jpeg/way.hpp"
#include "ocl/driver_limits.hpp"
#include "session/state.hpp"

namespace lenslet::codec {

class Decoder {
 public:
  Decoder(const Session& session, const JpegDecoding& options) : Decoder(session, options, session.device()) {}
  // Splits coded data in the way that suits `target`.
  Decoder(const Session& session, const JpegDecoding& options, DeviceInfo target);

  std::vector<JpegDecoded> decode(const std::vector<std::span<const std::byte>>& files);

 private:
  // A file and the facts about it.
  struct Job {
    std::size_t place;  // among the files
    DeviceFile file;
    CodecWay way;
  };
  using Results = std::vector<std::optional<JpegDecoded>>;

  Job job_of(std::size_t place, std::span<const std::byte> file, std::size_t files);
  std::optional<CodecWay> measured(const Header& header, std::size_t files);
  op::Graph& graph_of(Entropy entropy);
  ocl::Buffer output(std::uint64_t bytes);
  ocl::Buffer launch(Entropy entropy);
  void decode(std::vector<Job>& jobs, Entropy entropy, Results& results);
  void decode_coefficients(Job& job, Results& results);
  JpegDecoded decode_on_host(Job& job) const;

  Session session_;
  JpegDecoding options_;
  DeviceInfo target_;
  const ocl::Queue& queue_;
  std::uint64_t most_rounds_;
  InputMemory memory_;
  std::vector<std::int16_t> coefficients_;
  std::optional<ocl::Buffer> output_;  // of the last call
  DecodeCall call_;
  std::map<Entropy, op::Graph> graphs_;
  std::map<std::string, std::optional<CodecWay>> measured_;  // what was looked up
};

}  // namespace lenslet::codec
