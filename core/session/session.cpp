// Allocates images, transfers them, and makes plans.
#include <lenslet/session.hpp>

#include <chrono>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "elapsed.hpp"
#include "image/conversion.hpp"
#include "image/layout.hpp"
#include "image/rect.hpp"
#include "image/transfer.hpp"
#include "session/memory.hpp"
#include "session/plan.hpp"
#include "session/problem.hpp"
#include "session/run_in_strips.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

bool cache_wanted(const SessionOptions& options) {
  const char* variable = std::getenv("LENSLET_CACHE");
  const std::string_view value = variable ? variable : "on";
  if (value != "on" && value != "off" && !value.empty())
    throw Error(ErrorKind::invalid_argument, fmt::format("LENSLET_CACHE is '{}', allowed: on, off", value));
  return options.cache && value != "off";
}

// A single run would not pay for compiling a special program.
OpOptions for_one_run(OpOptions options) {
  if (!options.specialize) options.specialize = Specialize::cached;
  return options;
}

void check_layer(const DeviceImage& image, std::int64_t layer) {
  if (layer < 0 || layer >= image.layers())
    throw Error(ErrorKind::invalid_argument, fmt::format("layer {} of {}, the first is 0", layer, image.layers()));
}

}  // namespace

Session::State::State(const SessionOptions& options)
    : State(options, ocl::Queue(ocl::choose_device(options.device), options.timing)) {}

Session::State::State(const SessionOptions& options, ocl::Queue opened)
    : queue(std::move(opened)),
      build_timeout(options.build_timeout),
      bundle(options.bundle.empty() ? nullptr : std::make_unique<Bundled>(options.bundle, queue.device().info())),
      may_compile(options.compile),
      store(options.data_directory.empty() ? store::Store::default_directory() : options.data_directory) {
  if (!cache_wanted(options)) return;
  const bool given = !options.cache_directory.empty();
  cache = std::make_unique<ocl::ProgramCache>(given ? options.cache_directory : ocl::ProgramCache::default_directory(),
                                              options.cache_limit);
}

Session::Session(const SessionOptions& options) : state_(std::make_shared<State>(options)) {}

const DeviceInfo& Session::device() const {
  return state_->queue.device().info();
}

DeviceImage Session::allocate(Size size, PixelFormat format, Storage storage, std::int64_t layers) const {
  return allocate_image(state_->queue, size, format, storage, layers);
}

DeviceImage Session::upload(const ImageView& image, Storage storage) const {
  DeviceImage result = allocate(image.size(), image.format(), storage);
  write_pixels(state_->queue, image, result);
  return result;
}

DeviceImage Session::upload(const ImageView& image, const PartOf& place, Storage storage) const {
  check_part({place.x, place.y, image.width(), image.height()}, place.whole);
  return upload(image, storage).as_part(place);
}

void Session::upload_layer(const ImageView& image, const DeviceImage& to, std::int64_t layer) const {
  check_own(*this, to);
  check_layer(to, layer);
  if (image.size() != to.size() || !(image.format() == to.format()))
    throw Error(ErrorKind::invalid_argument,
                fmt::format("an image of {} x {} for a layer of {} x {}: size and format must be the same",
                            image.width(), image.height(), to.size().width, to.size().height));
  write_pixels(state_->queue, image, to, layer);
}

Image Session::download(const DeviceImage& image, std::int64_t layer) const {
  check_own(*this, image);
  check_layer(image, layer);
  return read_pixels(state_->queue, image, layer);
}

DeviceImage Session::convert(const DeviceImage& image, Storage storage) const {
  check_own(*this, image);
  if (const auto same = without_copy(state_->queue, image, storage)) return *same;
  const Rect& held = image.held();
  const DeviceImage all = image.view(held);
  const Conversion conversion(state_->queue, all, storage);
  for (const ocl::Event& event : conversion.copy(state_->queue, all)) event.wait();
  return conversion.target().as_part({image.whole(), held.x, held.y}).view(image.rectangle());
}

Plan Session::plan(const Call& call, PixelFormat input, const OpOptions& options) const {
  return plan(work_for_format(call, input, options));
}

Plan Session::plan(const Work& work) const {
  const op::ProblemPtr problem = make_problem(work);
  check_arrays(device(), *problem);
  return plan_of(*this, problem);
}

Result described(const Plan& plan) {
  Result result;
  result.names = plan.output_names();
  result.schedule = plan.schedule();
  result.origin = plan.origin();
  result.reason = plan.reason();
  return result;
}

void add_output(Result& result, HostValue value) {
  if (auto* image = std::get_if<Image>(&value))
    result.images.push_back(std::move(*image));
  else
    result.arrays.push_back(std::move(std::get<Array>(value)));
}

namespace {

// Runs a call on inputs that `upload_to` puts on the device.
template <class Upload>
Result run_on(const Session& session, const Plan& plan, const Upload& upload_to) {
  Result result = described(plan);
  auto start = std::chrono::steady_clock::now();
  std::vector<DeviceValue> inputs;
  upload_to(inputs);
  result.upload_ms = milliseconds_since(start);
  const std::vector<DeviceValue> outputs = plan.run(inputs, &result.timing);
  start = std::chrono::steady_clock::now();
  for (const DeviceValue& output : outputs) add_output(result, download_value(session, output));
  result.download_ms = milliseconds_since(start);
  return result;
}

// Runs a work of images whole where there is room, else in strips.
template <class Upload>
Result run_images(const Session& session, const Work& work, const std::vector<ImageView>& images,
                  const Upload& upload_to) {
  const op::ProblemPtr problem = make_problem(work);
  if (needs_strips(session, *problem)) return run_in_strips(session, *problem, images);
  check_device_memory(session.device(), *problem);
  const Plan ready = plan_of(session, problem);
  if (needs_strips(session, *problem, ready.scratch_bytes(images.front().size())))
    return run_in_strips(session, *problem, images);
  return run_on(session, ready, [&](auto& values) { upload_to(ready, values); });
}

}  // namespace

Result Session::run(const Call& call, const ImageView& image, const OpOptions& options) const {
  const Work work = image_work(call, image.format(), image.size(), for_one_run(options));
  return run_images(*this, work, {image}, [&](const Plan& ready, auto& values) {
    values.emplace_back(upload(image, ready.input_storage()));
  });
}

Result Session::run(const Call& call, const std::vector<Image>& inputs, const OpOptions& options) const {
  Work work{call, {}, for_one_run(options)};
  for (const Image& input : inputs) work.inputs.emplace_back(ImageType{input.format(), input.size()});
  return run_images(*this, work, {inputs.begin(), inputs.end()}, [&](const Plan&, auto& values) {
    for (const Image& input : inputs) values.emplace_back(upload(input));
  });
}

Result Session::run(const Call& call, const std::vector<Array>& inputs, const OpOptions& options) const {
  const std::vector<ArrayType> types = types_of(inputs);
  return run_on(*this, plan({call, {types.begin(), types.end()}, options}), [&](auto& values) {
    for (const Array& input : inputs) values.emplace_back(upload(input));
  });
}

std::filesystem::path Session::data_directory() const {
  return state_->store.directory();
}

std::string Session::tuning_problem() const {
  const std::string problem = state_->store.problem();
  return problem.empty() ? state_->store.notice() : problem;
}

std::string Session::cache_problem() const {
  if (!state_->cache) return {};
  const std::string problem = state_->cache->problem();
  return problem.empty() ? state_->cache->notice() : problem;
}

}  // namespace lenslet
