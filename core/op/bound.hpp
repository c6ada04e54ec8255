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
    packed,   // an image's samples without gaps between rows: its own memory where it has none, else a copy
  };
  Kind kind;
  std::uint32_t place;
  // What a kernel sees of an input image. `whole`: pixels count from the whole image's corner, wherever its memory
  // begins. `held`: they count from the corner of what the memory holds. `region`: from that of the computed region.
  enum class View : std::uint8_t { whole, held, region } view = View::whole;

  bool operator==(const GraphValue&) const = default;
};

// An image that kernels want without gaps. The copy is allocated by the first launch that needs it.
struct Packed {
  GraphValue image;
  std::uint64_t bytes;
  mutable std::optional<ocl::Buffer> copy = {};
};

// An image as kernels take it, see image.cl.
struct BoundImage {
  const ocl::Buffer& buffer;
  std::int64_t offset, stride;  // in samples; the offset is of pixel (0, 0), which a part of an image may not hold
  Size size;
  int channels;

  bool has_gaps() const { return stride != size.width * channels; }  // between its rows
};

class Bound {
 public:
  Bound(const DeviceValues& inputs, const DeviceValues& outputs, const std::optional<Rect>& region, const Arena& arena,
        const std::vector<ocl::Buffer>& kept, const std::vector<Packed>& packed, const ocl::Queue& queue)
      : inputs_(inputs),
        outputs_(outputs),
        region_(region),
        arena_(arena),
        kept_(kept),
        packed_(packed),
        queue_(queue) {}

  // The part of the first output that is computed, in pixels of the whole. The output must be an image.
  Rect region() const;
  Rect in_whole() const;      // where it lies in the whole image that the first input is, or is a part of
  LaunchShape shape() const;  // the first input must be an image, too

  bool is_image(GraphValue value) const {
    const bool of_op = value.kind == GraphValue::Kind::input || value.kind == GraphValue::Kind::output;
    return of_op && of(value).is_image(value.place);
  }

  // An input as its view says; an output as the part of it that is computed.
  BoundImage image(GraphValue value) const;
  Rect held(GraphValue input) const;  // in pixels of the whole
  const DeviceImage& device_image(GraphValue value) const { return of(value).image(value.place); }
  const DeviceArray& array(GraphValue value) const { return of(value).array(value.place); }
  const ocl::Buffer& buffer(GraphValue value) const;  // of an array, or memory of the graph
  bool is_in_place(GraphValue packed) const;          // whether it is the image's own memory

 private:
  const ocl::Buffer& memory_of(GraphValue packed) const;
  const DeviceValues& of(GraphValue value) const { return value.kind == GraphValue::Kind::input ? inputs_ : outputs_; }

  DeviceValues inputs_;
  DeviceValues outputs_;
  std::optional<Rect> region_;
  const Arena& arena_;
  const std::vector<ocl::Buffer>& kept_;
  const std::vector<Packed>& packed_;
  const ocl::Queue& queue_;
};

}  // namespace lenslet::op
