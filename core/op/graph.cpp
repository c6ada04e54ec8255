// Where images and memory lie in a launch; how stages are added and launched.
#include "op/graph.hpp"

namespace lenslet::op {
namespace {

// The offset of a pixel of the whole image. The pixel may lie outside what is held.
std::int64_t offset_of(const DeviceImage& image, std::int64_t x, std::int64_t y) {
  return image.held_offset() + (y - image.held().y) * image.stride() + (x - image.held().x) * image.format().channels;
}

}  // namespace

Rect Bound::region() const {
  if (region_) return *region_;
  const Size size = outputs_.image(0).size();
  return {0, 0, size.width, size.height};
}

Rect Bound::in_whole() const {
  return region_.value_or(inputs_.image(0).rectangle());
}

LaunchShape Bound::shape() const {
  const DeviceImage& input = inputs_.image(0);
  return {region(), input.whole(), input.layers()};
}

BoundImage Bound::image(GraphValue value) const {
  const DeviceImage& image = device_image(value);
  if (value.kind == GraphValue::Kind::output || !region_)
    return {image.buffer(), image.offset(), image.stride(), image.size(), image.format().channels};
  if (value.view == GraphValue::View::held)
    return {image.buffer(), image.held_offset(), image.stride(), image.held().size(), image.format().channels};
  if (value.view == GraphValue::View::region)
    return {image.buffer(), offset_of(image, region_->x, region_->y), image.stride(), region_->size(),
            image.format().channels};
  return {image.buffer(), offset_of(image, 0, 0), image.stride(), image.whole(), image.format().channels};
}

Rect Bound::held(GraphValue input) const {
  const DeviceImage& image = device_image(input);
  return region_ ? image.held() : Rect{0, 0, image.size().width, image.size().height};
}

// A run for a region has outputs that hold less than the whole, so they are never packed in place.
bool Bound::is_in_place(GraphValue packed) const {
  const GraphValue value = packed_[packed.place].image;
  if (value.kind == GraphValue::Kind::output && region_) return false;
  const BoundImage bound = image(value);
  return bound.offset == 0 && !bound.has_gaps();
}

const ocl::Buffer& Bound::buffer(GraphValue value) const {
  if (value.kind == GraphValue::Kind::packed) return memory_of(value);
  if (value.kind == GraphValue::Kind::scratch) return arena_.buffer(value.place);
  if (value.kind == GraphValue::Kind::kept) return kept_[value.place];
  return array(value).buffer();
}

const ocl::Buffer& Bound::memory_of(GraphValue value) const {
  const Packed& packed = packed_[value.place];
  if (is_in_place(value)) return image(packed.image).buffer;
  if (!packed.copy) packed.copy = queue_.allocate(packed.bytes);
  return *packed.copy;
}

namespace {

using Known = std::variant<std::monostate, GraphValue, Scalar>;

// Sets a kernel's arguments one after the other, where they have changed.
class ArgumentSetter {
 public:
  ArgumentSetter(ocl::Kernel& kernel, std::vector<Known>& known, const Bound& bound)
      : kernel_(kernel), known_(known), bound_(bound) {}

  void operator()(const Scalar& scalar) {
    Known& known = next();
    if (const auto* same = std::get_if<Scalar>(&known); same && *same == scalar) return;
    kernel_.set(index_ - 1, scalar.data(), scalar.size());
    known = scalar;
  }

  void operator()(const LocalMemory& memory) {
    next() = {};
    kernel_.set_local(index_ - 1, memory.bytes);
  }

  void operator()(const ScalarOfLaunch& scalar) { (*this)(scalar(bound_)); }

  void operator()(const GraphValue& value) {
    if (bound_.is_image(value)) return set(bound_.image(value));
    Known& known = next();
    if (const auto* same = std::get_if<GraphValue>(&known); same && *same == value) return;
    kernel_.set(index_ - 1, bound_.buffer(value));
    if (value.kind == GraphValue::Kind::scratch || value.kind == GraphValue::Kind::kept)
      known = value;
    else
      known = {};  // the next launch computes it again
  }

 private:
  Known& next() {
    if (++index_ > known_.size()) known_.emplace_back();
    return known_[index_ - 1];
  }

  void set(const BoundImage& image) {
    next() = {};
    kernel_.set(index_ - 1, image.buffer);
    (*this)(Scalar(image.offset));
    (*this)(Scalar(image.stride));
    (*this)(Scalar(static_cast<std::int32_t>(image.size.width)));
    (*this)(Scalar(static_cast<std::int32_t>(image.size.height)));
  }

  ocl::Kernel& kernel_;
  std::vector<Known>& known_;
  const Bound& bound_;
  unsigned index_ = 0;  // of the next argument
};

ocl::Range range_of(const Items& items, const Bound& bound) {
  if (const auto* range = std::get_if<ocl::Range>(&items)) return *range;
  return std::get<1>(items)(bound);
}

std::vector<GraphValue> values_among(const std::vector<Argument>& arguments) {
  std::vector<GraphValue> values;
  for (const Argument& argument : arguments)
    if (const auto* value = std::get_if<GraphValue>(&argument)) values.push_back(*value);
  return values;
}

}  // namespace

GraphValue Graph::scratch(ScratchBytes bytes) {
  return {GraphValue::Kind::scratch, static_cast<std::uint32_t>(arena_.add(std::move(bytes)))};
}

GraphValue Graph::keep(ocl::Buffer buffer) {
  kept_.push_back(std::move(buffer));
  return {GraphValue::Kind::kept, static_cast<std::uint32_t>(kept_.size() - 1)};
}

GraphValue Graph::packed(GraphValue image, std::uint64_t bytes) {
  packed_.push_back({image, bytes});
  return {GraphValue::Kind::packed, static_cast<std::uint32_t>(packed_.size() - 1)};
}

GraphKernel Graph::kernel(const ocl::Program& program, const char* name, ocl::Range group) {
  kernels_.push_back({ocl::Kernel(program, name), name});
  return {kernels_.size() - 1, group};
}

void Graph::add(std::string name, const std::vector<GraphValue>& uses, decltype(Stage::what) what) {
  use(uses, stages_.size());
  stages_.push_back({std::move(name), uses, std::move(what)});
}

void Graph::use(const std::vector<GraphValue>& values, std::size_t stage) {
  for (const GraphValue& value : values)
    if (value.kind == GraphValue::Kind::scratch) arena_.use(value.place, stage);
}

void Graph::launch_with(const GraphKernel& kernel, Items items, std::vector<Argument> arguments, ocl::Range offset) {
  const std::vector<GraphValue> uses = values_among(arguments);
  add(kernels_[kernel.place].name, uses, KernelStage{kernel, std::move(items), std::move(arguments), offset});
}

void Graph::commands(std::string name, const std::vector<GraphValue>& uses,
                     std::function<void(const Bound&, Launches&)> put) {
  add(std::move(name), uses, CommandStage{std::move(put)});
}

void Graph::copy(GraphValue from, GraphValue to, std::uint64_t bytes) {
  commands("copy", {from, to}, [=, queue = queue_](const Bound& bound, Launches& launches) {
    launches.push_back(queue->copy(bound.buffer(from), bound.buffer(to), bytes));
  });
}

void Graph::host(std::string name, const std::vector<GraphValue>& uses, std::function<void(const Bound&)> work) {
  host_loop(std::move(name), stages_.size(), uses, [work = std::move(work)](const Bound& bound) {
    work(bound);
    return false;
  });
}

// What the loop's stages use stays alive during the whole loop.
void Graph::host_loop(std::string name, std::size_t first, const std::vector<GraphValue>& uses,
                      std::function<bool(const Bound&)> again) {
  for (std::size_t stage = first; stage < stages_.size(); ++stage) {
    use(stages_[stage].uses, first);
    use(stages_[stage].uses, stages_.size());
  }
  use(uses, first);
  add(std::move(name), uses, HostStage{first, std::move(again)});
}

std::size_t Graph::work(std::size_t stage, const Bound& bound) const {
  const auto& host = std::get<HostStage>(stages_[stage].what);
  return host.again(bound) ? host.first : stage + 1;
}

void Graph::allocate() {
  arena_.place();
  if (!arena_.depends_on_launch()) arena_.grow(*queue_, {});
}

void Graph::fit(const Bound& bound) {
  if (arena_.depends_on_launch()) reserve(bound.shape());
}

void Graph::reserve(const LaunchShape& shape) {
  if (!arena_.grow(*queue_, shape)) return;
  for (BoundKernel& kernel : kernels_) kernel.arguments.clear();
}

std::uint64_t Graph::kept_bytes() const {
  std::uint64_t bytes = 0;
  for (const ocl::Buffer& buffer : kept_) bytes += buffer.bytes();
  for (const Packed& image : packed_) bytes += image.bytes;
  return bytes;
}

std::vector<std::string> Graph::stages() const {
  std::vector<std::string> names;
  for (const Stage& stage : stages_)
    if (!stage.name.empty()) names.push_back(stage.name);
  return names;
}

void Graph::put(const KernelStage& stage, const Bound& bound, Launches& launches) {
  BoundKernel& kernel = kernels_[stage.kernel.place];
  ArgumentSetter set(kernel.kernel, kernel.arguments, bound);
  for (const Argument& argument : stage.arguments) std::visit(set, argument);
  launches.push_back(queue_->launch(kernel.kernel, range_of(stage.items, bound), stage.kernel.group, stage.offset));
}

std::size_t Graph::launch_from(std::size_t stage, const Bound& bound, Launches& launches) {
  for (; stage < stages_.size(); ++stage) {
    if (const auto* kernel = std::get_if<KernelStage>(&stages_[stage].what))
      put(*kernel, bound, launches);
    else if (const auto* commands = std::get_if<CommandStage>(&stages_[stage].what))
      commands->put(bound, launches);
    else
      break;
  }
  return stage;
}

}  // namespace lenslet::op
