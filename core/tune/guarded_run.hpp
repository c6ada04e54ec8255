// What a plan computes, beside the truth, and what it writes beside its outputs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lenslet/device_image.hpp>
#include <lenslet/session.hpp>

#include "ocl/queue.hpp"
#include "op/problem.hpp"

namespace lenslet {

// Device images with poison all round: a read of it spoils the result, a write to it is found afterwards.
class GuardedImage {
 public:
  // Rows begin at multiples of every vector, as those of all images that the library allocates, or at odd places.
  enum class Rows { aligned, odd };

  GuardedImage(const ocl::Queue& queue, Size size, PixelFormat format, Rows rows = Rows::aligned,
               std::int64_t layers = 1);

  const DeviceImage& value() const { return *image_; }

  void write(const ImageView& pixels, std::int64_t layer = 0);

  // Read the pixels of the first layer, or of each; `mismatch` says where the poison was overwritten, if it was.
  Image read(std::string* mismatch) const;
  std::vector<Image> read_layers(std::string* mismatch) const;

 private:
  std::size_t row_begin(std::int64_t y) const;  // y counts through all layers
  std::size_t row_bytes() const;

  ocl::Queue queue_;
  std::vector<std::byte> poison_;
  std::optional<DeviceImage> image_;
};

struct GuardedResult {
  std::vector<HostValue> outputs;
  std::string mismatch;  // what was written outside an output; empty where nothing was
};

// Runs a plan with outputs of these types, which are surrounded by, and hold before the run, what no op writes by
// chance. Images that are inputs on the host get such surroundings, too, so that reads of them spoil the result.
GuardedResult run_guarded(const Session& session, const Plan& plan, const std::vector<HostValue>& inputs,
                          const std::vector<ValueType>& outputs);
GuardedResult run_guarded(const Session& session, const Plan& plan, const std::vector<DeviceValue>& inputs,
                          const std::vector<ValueType>& outputs);

// What is wrong with such a result of the problem's inputs, by this schedule; nothing where all is right. What is
// proved by its parts has them run.
std::optional<std::string> mismatch(const Session& session, const op::Problem& problem, const op::AnySchedule& schedule,
                                    const std::vector<HostValue>& inputs, const GuardedResult& result);

// What is wrong with what the plan makes of the problem's inputs, or writes beside it; nothing where all is right.
std::optional<std::string> mismatch(const Session& session, const Plan& plan, const op::Problem& problem,
                                    const std::vector<HostValue>& inputs);

}  // namespace lenslet
