// Lenslet's Huffman decoding and coding without the other stages: codes to coefficients, and back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jpeg/decode_graph.hpp"
#include "jpeg/decode_input.hpp"
#include "jpeg/encode_graph.hpp"
#include "studies/experiments/jpeg_picture.hpp"

namespace lenslet::study {

using File = std::vector<std::byte>;

// Decodes the codes of a file on the device, to coefficients.
class DeviceDecoding {
 public:
  // Throws unsupported where the device cannot decode in this way, or where the file is too short to divide.
  DeviceDecoding(const Experiment& experiment, File file, const char* way);
  DeviceDecoding(const DeviceDecoding&) = delete;  // the graph refers to the call
  DeviceDecoding& operator=(const DeviceDecoding&) = delete;

  // Returns the device's time, and the host's with both transfers.
  std::vector<double> run();
  Mismatch mismatch() const;  // compared with what libjpeg-turbo reads
  std::string how() const;

 private:
  File file_;
  codec::InputMemory memory_;
  DeviceInfo device_;
  std::vector<codec::DeviceFile> files_;
  codec::Entropy entropy_{};
  codec::DecodeCall call_;
  std::optional<op::Graph> graph_;
  std::optional<ocl::Buffer> made_;
  std::vector<std::int16_t> coefficients_;
};

// Codes the coefficients of a picture on the device, to the bytes of its file.
class DeviceCoding {
 public:
  DeviceCoding(const Experiment& experiment, const JpegPicture& picture);  // throws unsupported for too large a picture
  DeviceCoding(const DeviceCoding&) = delete;
  DeviceCoding& operator=(const DeviceCoding&) = delete;

  std::vector<double> run();  // the same times as for decoding
  Mismatch mismatch() const;  // compares the coded data with the file's
  std::string how() const;

 private:
  const JpegPicture& picture_;
  codec::Groups groups_;
  codec::EncodeCall call_;
  std::optional<op::Graph> graph_;
  std::optional<ocl::Buffer> given_;
  std::vector<std::int16_t> zigzag_;
  File coded_;
};

}  // namespace lenslet::study
