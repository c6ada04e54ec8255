// What the values of a graph are in one launch of it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <lenslet/value.hpp>

#include "op/arena.hpp"
#include "op/values.hpp"

namespace lenslet::op {

// A value of a graph.
struct GraphValue {
  enum class Kind : std::uint8_t {
    input,
    output,
    scratch,  // in the arena: holds what one stage made for another of the same launch
    kept,     // memory of the graph's own: holds what it did in the launch before
  };
  Kind kind;
  std::uint32_t place;
  bool of_region = false;  // of an input image: what lies at the region that is computed

  bool operator==(const GraphValue&) const = default;
};

// An image as kernels take it, see image.cl.
struct BoundImage {
  const ocl::Buffer& buffer;
  std::int64_t offset, stride;  // in samples; the offset is of pixel (0, 0), which a part of an image may not hold
  Size size;
};

class Bound {
 public:
  Bound(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
        const std::optional<Rect>& region, const Arena& arena, const std::vector<ocl::Buffer>& kept)
      : inputs_(inputs), outputs_(outputs), region_(region), arena_(arena), kept_(kept) {}

  // Of the first output, an image, in pixels of the whole.
  Rect region() const;

  bool is_image(GraphValue value) const {
    const bool of_op = value.kind == GraphValue::Kind::input || value.kind == GraphValue::Kind::output;
    return of_op && std::holds_alternative<DeviceImage>(of(value));
  }

  // Of an input the whole image, or what it has of the region; of an output what is computed of it.
  BoundImage image(GraphValue value) const;
  const DeviceArray& array(GraphValue value) const { return std::get<DeviceArray>(of(value)); }
  const ocl::Buffer& buffer(GraphValue value) const;  // of an array, or memory of the graph

 private:
  const DeviceValue& of(GraphValue value) const {
    return (value.kind == GraphValue::Kind::input ? inputs_ : outputs_)[value.place];
  }

  const std::vector<DeviceValue>& inputs_;
  const std::vector<DeviceValue>& outputs_;
  const std::optional<Rect>& region_;
  const Arena& arena_;
  const std::vector<ocl::Buffer>& kept_;
};

}  // namespace lenslet::op
