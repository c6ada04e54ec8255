// Compares what a plan computes with the truth, and finds what it writes outside its outputs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lenslet/device_image.hpp>
#include <lenslet/session.hpp>

#include "ocl/queue.hpp"
#include "op/problem.hpp"

#pragma GCC visibility push(default)
namespace lenslet {

// A device image with poison all round. A read of the poison spoils the result; a write to it is found afterwards.
class GuardedImage {
 public:
  // Rows begin at multiples of every vector, as in all images that the library allocates, or at odd places.
  enum class Rows { aligned, odd };

  GuardedImage(const ocl::Queue& queue, Size size, PixelFormat format, Rows rows = Rows::aligned,
               std::int64_t layers = 1);

  const DeviceImage& value() const { return *image_; }

  void write(const ImageView& pixels, std::int64_t layer = 0);

  // Read the pixels of the first layer, or of each layer. `mismatch` becomes the place where the poison was
  // overwritten, or empty.
  Image read(std::string* mismatch) const;
  std::vector<Image> read_layers(std::string* mismatch) const;

 private:
  std::size_t row_begin(std::int64_t y) const;  // y goes through all layers
  std::size_t row_bytes() const;

  ocl::Queue queue_;
  std::vector<std::byte> poison_;
  std::optional<DeviceImage> image_;
};

struct GuardedResult {
  std::vector<HostValue> outputs;
  std::string mismatch;  // what was written outside an output; empty where nothing was
};

// Runs a plan with outputs of these types. Before the run the outputs and their surroundings hold values that no op
// writes by chance. Input images on the host also get such surroundings, so that reads of these spoil the result.
GuardedResult run_guarded(const Session& session, const Plan& plan, const std::vector<HostValue>& inputs,
                          const std::vector<ValueType>& outputs);
GuardedResult run_guarded(const Session& session, const Plan& plan, const std::vector<DeviceValue>& inputs,
                          const std::vector<ValueType>& outputs);

// Returns what is wrong with a result that this schedule made of the problem's inputs; absent where all is right. A
// problem that is proved by its parts runs these.
std::optional<std::string> mismatch(const Session& session, const op::Problem& problem, const op::AnySchedule& schedule,
                                    const std::vector<HostValue>& inputs, const GuardedResult& result);

// Runs the plan on the problem's inputs. Returns what is wrong with the results, or was written outside them; absent
// where all is right.
std::optional<std::string> mismatch(const Session& session, const Plan& plan, const op::Problem& problem,
                                    const std::vector<HostValue>& inputs);

}  // namespace lenslet
#pragma GCC visibility pop
