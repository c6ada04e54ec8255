// lenslet.Image and lenslet.Array: values in a device's memory, which nobody changes after they are made.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include <lenslet/memory.hpp>
#include <lenslet/value.hpp>
#include <lenslet/work.hpp>

#include "python/session.hpp"

namespace lenslet::python {

class PyImage {
 public:
  // `axes` is what the sides are in Python: "yx", "yxc", or another order.
  PyImage(SessionPtr session, const DeviceImage& image, std::string axes)
      : session_(std::move(session)), image_(held(image)), axes_(std::move(axes)) {}

  const SessionPtr& session() const { return session_; }
  const DeviceImage& image() const { return *image_; }
  const std::string& axes() const { return axes_; }
  bool had_one_channel() const { return has_axis(axes_, 'c') && image_->format().channels == 1; }
  std::vector<std::int64_t> shape() const;
  nanobind::object download() const;

  // The pixels where they lie, read only. Throws AttributeError where the device's memory is not the host's.
  nanobind::dict array_interface();

 private:
  SessionPtr session_;
  std::shared_ptr<DeviceImage> image_;
  std::shared_ptr<MappedImage> mapped_;
  std::string axes_;
};

class PyArray {
 public:
  PyArray(SessionPtr session, const DeviceArray& array) : session_(std::move(session)), array_(held(array)) {}

  const SessionPtr& session() const { return session_; }
  const DeviceArray& array() const { return *array_; }
  nanobind::object download() const;
  nanobind::dict array_interface();

 private:
  SessionPtr session_;
  std::shared_ptr<DeviceArray> array_;
  std::shared_ptr<MappedArray> mapped_;
};

bool is_device_value(const nanobind::object& object);

// The inputs of a work that is planned: values on the device, where their types are enough of none.
struct DeviceInputs {
  std::vector<DeviceValue> values;
  std::string axes = {};  // of the first image, if there is one
  bool had_one_channel = false;
};

// What is not on the device is uploaded. Throws ValueError for values of another session.
DeviceInputs device_inputs(const SessionPtr& session, const KnownOp& op, const std::vector<nanobind::object>& inputs,
                           const Keywords& keywords);

// The work of a call: the types of its inputs are all that counts of them. Stacks are refused.
Work work_of(const KnownOp& op, const std::vector<nanobind::object>& inputs, Keywords keywords);

// Results on the device as Python has them.
nanobind::object device_results(const SessionPtr& session, const std::vector<std::string>& names,
                                const DeviceResults& results, const DeviceInputs& inputs);

nanobind::object run_on_device(const PySession& session, const KnownOp& op, const std::vector<nanobind::object>& inputs,
                               const Keywords& keywords);

// Uploads an array of Python's as an image, or as an array.
PyImage upload_image(const SessionPtr& session, HostArray array, const AxesWords& axes, bool alpha);
PyArray upload_array(const SessionPtr& session, nanobind::handle object);

void bind_device_values(nanobind::module_& module);

}  // namespace lenslet::python
