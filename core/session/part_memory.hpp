// Device memory of a stream's place for frames that are parts of images. It stays as large as the largest so far, and a
// smaller frame has rows of it.
#pragma once

#include <optional>
#include <vector>

#include <lenslet/session.hpp>
#include <lenslet/stream.hpp>

namespace lenslet {

class PartMemory {
 public:
  // Makes values for the part's inputs and for its results.
  void fit(const Session& session, const Plan& plan, const std::vector<ImageView>& images, const FramePart& part);
  const std::vector<DeviceValue>& inputs() const { return inputs_; }
  const std::vector<DeviceValue>& outputs() const { return outputs_; }
  void free();

 private:
  std::vector<DeviceValue> inputs_, outputs_;
};

}  // namespace lenslet
