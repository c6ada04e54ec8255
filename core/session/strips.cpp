// Computes images in strips on one or several devices. While devices work on strips, the next one is read. The inputs
// and results of strips lie in host memory: rows of existing images, or memory that strips use one after the other. New
// memory for each strip would be new pages, which the system has to clear.
#include <algorithm>
#include <cstring>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lenslet/device_group.hpp>
#include <lenslet/error.hpp>
#include <lenslet/image.hpp>
#include <lenslet/stream.hpp>
#include <lenslet/strips.hpp>

#include "access.hpp"
#include "session/plan.hpp"
#include "session/strip_dispatcher.hpp"
#include "session/strip_layout.hpp"

namespace lenslet {

// Cuts one input, whose rows come once and in order, into the rows that each strip reads. Rows that the next strip
// reads, too, are kept.
class RollingRows {
 public:
  RollingRows(const ImageType& type, ReadRows source) : type_(type), source_(std::move(source)) {}

  const ImageType& type() const { return type_; }

  // Puts these rows without gaps to `to`, and keeps the rows from `next` on.
  void take(const RowRange& rows, std::int64_t next, std::byte* to) {
    const std::int64_t kept = end_ - rows.begin;
    if (kept > 0) std::memcpy(to, kept_.data() + (rows.begin - begin_) * bytes(), size_of(kept));
    const std::int64_t first = std::max(end_, rows.begin);
    if (rows.end > first) source_(first, rows.end - first, to + (first - rows.begin) * bytes());
    begin_ = std::clamp(next, rows.begin, rows.end);
    end_ = rows.end;
    keep(to + (begin_ - rows.begin) * bytes(), size_of(end_ - begin_));
  }

 private:
  std::int64_t bytes() const { return type_.size.width * static_cast<std::int64_t>(type_.format.bytes()); }
  std::size_t size_of(std::int64_t rows) const { return static_cast<std::size_t>(rows * bytes()); }

  void keep(const std::byte* rows, std::size_t size) {
    // First free the old memory: a growing vector would take the new memory beside it.
    if (kept_.capacity() < size) kept_ = std::vector<std::byte>();
    kept_.assign(rows, rows + size);
  }

  ImageType type_;
  ReadRows source_;
  std::vector<std::byte> kept_;  // rows from begin_ to before end_; earlier rows are not read again
  std::int64_t begin_ = 0, end_ = 0;
};

// The inputs of strips: existing images, which strips read where they lie, or sources of rows.
class StripInputs {
 public:
  explicit StripInputs(std::vector<ImageView> images) : images_(std::move(images)) {}
  StripInputs(const std::vector<ImageType>& types, std::vector<ReadRows> sources, const StripLayout& layout);

  // Returns these parts of the inputs. Rows from sources are kept from those of `next` on.
  SharedImages take(const std::vector<Rect>& parts, const std::vector<std::int64_t>& next);

 private:
  class Spare;

  ImageView rows_of(std::size_t input, const Rect& part, std::int64_t next, std::vector<Image>& memory);

  std::vector<ImageView> images_;
  std::vector<RollingRows> rows_;
  std::vector<std::shared_ptr<const Image>> whole_;  // sources that each strip reads whole, once they were read
  std::vector<bool> is_whole_;
  std::shared_ptr<Spare> spare_;  // for sources only
};

// Where strips put their results: into images of their own, or into those of the whole.
class StripOutputs {
 public:
  // Keeps the memory of at most so many strips.
  StripOutputs(const StripLayout& layout, std::size_t strips);

  // From now on results go into whole images, or into the caller's memory.
  void join();
  void join_into(std::vector<MutableImageView> whole) { targets_ = std::move(whole); }

  std::vector<ImageType> types() const;            // of the whole images, or of the one part of them
  std::vector<TargetRows> next(const Rect& part);  // where to put this part of the results; in order

  // Returns the oldest strip's images, or the whole images after join().
  std::vector<Image> take();

  void reuse(std::vector<Image> images);  // of a strip that nobody needs any more

 private:
  std::optional<Image> take_spare(Size size, const PixelFormat& format);
  Image image(Size size, const PixelFormat& format);

  std::vector<ImageType> types_;
  RowRange part_;
  std::size_t most_spare_;
  std::vector<Image> spare_;
  std::deque<std::vector<Image>> strips_;
  std::vector<Image> whole_;
  std::vector<MutableImageView> targets_;  // views of whole_, or of the caller's memory
};

// Memory of inputs that strips no longer use. Each image is as high as the highest strip, or has one row where strips
// share the input.
class StripInputs::Spare : public std::enable_shared_from_this<Spare> {
 public:
  explicit Spare(const StripLayout& layout) {
    for (std::size_t i = 0; i < layout.inputs.size(); ++i)
      types_.push_back({layout.inputs[i].format,
                        {layout.inputs[i].size.width, layout.whole[i] ? std::int64_t{1} : layout.read[i].height}});
  }

  // Returns memory for these parts of the inputs. It comes back here when nobody holds it any more.
  std::shared_ptr<std::vector<Image>> take(const std::vector<Rect>& parts, const std::vector<bool>& shared) {
    auto images = std::make_unique<std::vector<Image>>(last());
    bool fits = !images->empty();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (!shared[i]) types_[i].size.height = std::max(types_[i].size.height, parts[i].height);
      fits = fits && (*images)[i].height() >= types_[i].size.height;
    }
    if (!fits) {
      images->clear();
      for (const ImageType& type : types_) images->emplace_back(type.size, type.format);
    }
    return {images.release(), [spare = shared_from_this()](std::vector<Image>* left) { spare->put(left); }};
  }

 private:
  std::vector<Image> last() {
    const std::lock_guard lock(mutex_);
    if (all_.empty()) return {};
    std::vector<Image> images = std::move(all_.back());
    all_.pop_back();
    return images;
  }

  void put(std::vector<Image>* left) noexcept try {
    const std::unique_ptr<std::vector<Image>> owned(left);
    const std::lock_guard lock(mutex_);
    all_.push_back(std::move(*left));
  } catch (...) {  // no memory to keep it: it is freed
  }

  std::vector<ImageType> types_;
  std::mutex mutex_;
  std::vector<std::vector<Image>> all_;  // at most as many as strips that were under way at a time
};

namespace {

ImageView part_of(const ImageView& image, const Rect& part) {
  return {image.pixel(part.x, part.y), part.size(), image.format(), image.stride(), image.pixel_stride()};
}

// Images, and views of them.
struct Held {
  std::shared_ptr<std::vector<Image>> images;
  std::vector<std::shared_ptr<const Image>> whole;  // as StripInputs has them
  std::vector<ImageView> views;
};

}  // namespace

StripInputs::StripInputs(const std::vector<ImageType>& types, std::vector<ReadRows> sources, const StripLayout& layout)
    : whole_(types.size()), is_whole_(layout.whole), spare_(std::make_shared<Spare>(layout)) {
  for (std::size_t i = 0; i < types.size(); ++i) rows_.emplace_back(types[i], std::move(sources[i]));
}

// The rows are put into `memory`, but for an input that strips share.
ImageView StripInputs::rows_of(std::size_t input, const Rect& part, std::int64_t next, std::vector<Image>& memory) {
  RollingRows& rows = rows_[input];
  if (!is_whole_[input]) {
    Image& image = memory[input];
    rows.take({part.y, part.y + part.height}, next, image.data());
    return {image.data(), part.size(), image.format()};
  }
  if (!whole_[input]) {
    auto image = std::make_shared<Image>(part.size(), rows.type().format);
    rows.take({0, part.height}, part.height, image->data());
    whole_[input] = std::move(image);
  }
  return *whole_[input];
}

SharedImages StripInputs::take(const std::vector<Rect>& parts, const std::vector<std::int64_t>& next) {
  std::vector<ImageView> views;
  for (std::size_t i = 0; i < images_.size(); ++i) views.push_back(part_of(images_[i], parts[i]));
  if (rows_.empty()) return std::make_shared<const std::vector<ImageView>>(std::move(views));
  auto held = std::make_shared<Held>(Held{spare_->take(parts, is_whole_), {}, {}});
  for (std::size_t i = 0; i < rows_.size(); ++i) held->views.push_back(rows_of(i, parts[i], next[i], *held->images));
  held->whole = whole_;
  return {held, &held->views};
}

StripOutputs::StripOutputs(const StripLayout& layout, std::size_t strips)
    : types_(layout.outputs),
      part_{layout.parts.front().begin, layout.parts.back().end},
      most_spare_(strips * types_.size()) {}

std::vector<ImageType> StripOutputs::types() const {
  std::vector<ImageType> types = types_;
  for (ImageType& type : types) type.size.height = part_.count();
  return types;
}

void StripOutputs::join() {
  for (const ImageType& type : types()) {
    std::optional<Image> image = take_spare(type.size, type.format);
    whole_.push_back(image ? *std::move(image) : Image(type.size, type.format));
  }
  targets_.assign(whole_.begin(), whole_.end());
  spare_.clear();
}

std::optional<Image> StripOutputs::take_spare(Size size, const PixelFormat& format) {
  const auto found =
      std::ranges::find_if(spare_, [&](const Image& each) { return each.size() == size && each.format() == format; });
  if (found == spare_.end()) return {};
  Image image = std::move(*found);
  spare_.erase(found);
  return image;
}

Image StripOutputs::image(Size size, const PixelFormat& format) {
  if (std::optional<Image> spare = take_spare(size, format)) return *std::move(spare);
  if (!spare_.empty()) spare_.pop_back();  // the last strip's image replaces another one
  return {size, format};
}

std::vector<TargetRows> StripOutputs::next(const Rect& part) {
  std::vector<TargetRows> rows;
  for (const MutableImageView& image : targets_)
    rows.push_back({image.pixel(0, part.y - part_.begin), image.stride(), image.pixel_stride()});
  if (!targets_.empty()) return rows;
  std::vector<Image>& images = strips_.emplace_back();
  for (const ImageType& type : types_) images.push_back(image(part.size(), type.format));
  for (Image& image : images) rows.push_back({image.data(), image.stride()});
  return rows;
}

std::vector<Image> StripOutputs::take() {
  if (!targets_.empty()) return std::move(whole_);
  std::vector<Image> images = std::move(strips_.front());
  strips_.pop_front();
  return images;
}

// Keeps images without gaps, as many as are useful. The last strip's height differs, and a caller's images may have
// gaps.
void StripOutputs::reuse(std::vector<Image> images) {
  for (Image& image : images) {
    const bool has_gaps = image.stride() != image.width() * static_cast<std::int64_t>(image.format().bytes());
    if (!has_gaps && spare_.size() < most_spare_) spare_.push_back(std::move(image));
  }
}

namespace {

constexpr std::chrono::milliseconds usual_limit{120'000};
constexpr std::chrono::milliseconds as_for_ever = std::chrono::hours(365 * 24);  // no limit: clocks might overflow

std::chrono::milliseconds limit_of(const StripOptions& options, std::size_t devices) {
  if (!options.limit) return devices > 1 ? usual_limit : std::chrono::milliseconds(0);
  if (options.limit->count() < 1)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("a limit of {} ms for a strip; allowed are 1 and more", options.limit->count()));
  return *options.limit >= as_for_ever ? std::chrono::milliseconds(0) : *options.limit;
}

std::string signature(const Plan& plan) {
  std::string text;
  for (const ValueType& type : plan.inputs()) text += (text.empty() ? "" : ", ") + to_string(type);
  text += " to ";
  for (std::size_t i = 0; i < plan.outputs().size(); ++i) text += (i > 0 ? ", " : "") + to_string(plan.outputs()[i]);
  return text + (plan.serves_every_size() ? ", for every size" : "");
}

// The first plan decides how rows are cut and joined.
void check_same(const Plan& first, const Plan& other) {
  if (first.inputs() == other.inputs() && first.outputs() == other.outputs() &&
      first.serves_every_size() == other.serves_every_size())
    return;
  throw Error(ErrorKind::invalid_argument, fmt::format("a group of plans for {} and for {}; allowed are plans of one "
                                                       "call for inputs of the same types",
                                                       signature(first), signature(other)));
}

void check_group(const GroupPlan& plan) {
  if (plan.plans.empty() || (!plan.devices.empty() && plan.devices.size() != plan.plans.size()))
    throw Error(ErrorKind::invalid_argument, fmt::format("a group of {} plans with {} names; allowed are one or more "
                                                         "plans, with a name for each or with none",
                                                         plan.plans.size(), plan.devices.size()));
  for (const Plan& each : plan.plans) check_same(plan.plans.front(), each);
}

std::vector<NamedWorker> workers_for(const GroupPlan& group, const StripOptions& options, std::uint64_t piece) {
  std::vector<NamedWorker> workers;
  const std::size_t threads = copy_threads(group.plans, options);
  for (std::size_t i = 0; i < group.plans.size(); ++i) {
    const Plan& plan = group.plans[i];
    const StreamOptions stream{.frames = options.frames, .piece = piece, .copy_threads = threads};
    workers.push_back({group.devices.empty() ? std::to_string(i) : group.devices[i],
                       std::make_shared<StreamWorker>(internal::Access::state(plan).session, plan, stream)});
  }
  return workers;
}

bool are_alike(const std::vector<Plan>& plans) {
  const auto device = [](const Plan& plan) -> const DeviceInfo& {
    return internal::Access::state(plan).session.device();
  };
  return std::ranges::all_of(plans, [&](const Plan& plan) {
    return device(plan).name == device(plans.front()).name &&
           device(plan).compute_units == device(plans.front()).compute_units;
  });
}

DispatchOptions dispatch(const GroupPlan& group, const StripLayout& layout, const StripOptions& options) {
  return {.strips = layout.count(),
          .places = options.frames,
          .limit = limit_of(options, group.plans.size()),
          .alike = are_alike(group.plans),
          .watch = options.watch};
}

std::size_t strips_at_a_time(const GroupPlan& group, const StripOptions& options) {
  return options.frames * group.plans.size() + 1;  // the caller has one
}

void add(const Result& strip, Result& whole) {
  whole.timing.kernel_ms += strip.timing.kernel_ms;
  whole.timing.busy_ms += strip.timing.busy_ms;
  whole.timing.launches += strip.timing.launches;
  whole.timing.bytes += strip.timing.bytes;
  whole.upload_ms += strip.upload_ms;
  whole.download_ms += strip.download_ms;
}

// Makes the layout, and takes the plans' memory before the first strip.
StripLayout reserved(const GroupPlan& plan, const std::vector<ImageType>& types, const StripOptions& options,
                     bool in_order) {
  check_group(plan);
  StripLayout layout = layout_strips(plan.plans, types, options, in_order);
  for (std::size_t i = 0; i < plan.plans.size(); ++i)
    reserve_scratch(plan.plans[i], layout.results(layout.greediest[i]), layout.first());
  return layout;
}

}  // namespace

struct Strips::State {
  State(const GroupPlan& group, StripLayout made, StripInputs read, const StripOptions& options)
      : plans(group.plans),
        layout(std::move(made)),
        inputs(std::move(read)),
        outputs(layout, strips_at_a_time(group, options)),
        one_part(options.parts.size() <= 1),
        dispatcher(workers_for(group, options, piece_bytes(layout)), dispatch(group, layout, options),
                   [this](std::int64_t strip) { return read_strip(strip); }) {}

  Strip read_strip(std::int64_t strip);
  std::optional<Result> next();

  std::vector<Plan> plans;
  StripLayout layout;
  StripInputs inputs;
  StripOutputs outputs;
  bool one_part, is_begun = false;
  std::exception_ptr failure = {};  // if set, rows are missing
  StripDispatcher dispatcher;       // its destructor runs first: it uses the other members
};

Strip Strips::State::read_strip(std::int64_t strip) {
  const std::vector<Rect> parts = parts_read(plans, layout, strip);
  const bool is_last = strip + 1 == layout.count();
  std::vector<std::int64_t> next;
  std::vector<PartOf> places;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    next.push_back(is_last ? parts[i].y + parts[i].height : part_read(plans, layout, strip + 1, i).y);
    places.push_back({layout.inputs[i].size, parts[i].x, parts[i].y});
  }
  const Rect results = layout.results(strip);
  FramePart part{places.front(), results, outputs.next(results), {places.begin() + 1, places.end()}};
  return {inputs.take(parts, next), std::move(part)};
}

std::optional<Result> Strips::State::next() {
  if (failure) std::rethrow_exception(failure);
  is_begun = true;
  try {
    return dispatcher.next();
  } catch (...) {
    failure = std::current_exception();
    throw;
  }
}

Strips::Strips(const Session&, const Plan& plan, const std::vector<ImageType>& inputs, std::vector<ReadRows> sources,
               const StripOptions& options)
    : Strips(GroupPlan{{plan}}, inputs, std::move(sources), options) {}

namespace {

GroupPlan without_sizes(GroupPlan group) {
  for (Plan& plan : group.plans) plan = lenslet::without_sizes(plan);
  return group;
}

}  // namespace

Strips::Strips(const GroupPlan& group, const std::vector<ImageType>& inputs, std::vector<ReadRows> sources,
               const StripOptions& options) {
  const GroupPlan plan = without_sizes(group);
  StripLayout layout = reserved(plan, inputs, options, true);
  if (sources.size() != inputs.size())
    throw Error(ErrorKind::invalid_argument, fmt::format("{} sources for {} inputs", sources.size(), inputs.size()));
  StripInputs rows(inputs, std::move(sources), layout);
  state_ = std::make_unique<State>(plan, std::move(layout), std::move(rows), options);
}

Strips::Strips(const GroupPlan& group, std::vector<ImageView> inputs, const StripOptions& options) {
  const GroupPlan plan = without_sizes(group);
  std::vector<ImageType> types;
  for (const ImageView& input : inputs) types.push_back({input.format(), input.size()});
  StripLayout layout = reserved(plan, types, options, false);
  state_ = std::make_unique<State>(plan, std::move(layout), StripInputs(std::move(inputs)), options);
}

Strips::~Strips() = default;
Strips::Strips(Strips&&) noexcept = default;
Strips& Strips::operator=(Strips&&) noexcept = default;

const std::vector<ImageType>& Strips::outputs() const {
  return state_->layout.outputs;
}

std::int64_t Strips::rows() const {
  return state_->layout.rows;
}

std::uint64_t Strips::memory_bytes() const {
  return state_->layout.bytes;
}

std::vector<DeviceShare> Strips::shares() const {
  return state_->dispatcher.shares();
}

std::optional<Result> Strips::next() {
  std::optional<Result> strip = state_->next();
  if (strip) strip->images = state_->outputs.take();
  return strip;
}

void Strips::reuse(std::vector<Image> images) {
  state_->outputs.reuse(std::move(images));
}

namespace {

void check_targets(const std::vector<MutableImageView>& given, const std::vector<ImageType>& wanted) {
  if (given.size() != wanted.size())
    throw Error(ErrorKind::invalid_argument, fmt::format("{} targets for {} results", given.size(), wanted.size()));
  for (std::size_t i = 0; i < given.size(); ++i)
    if (const ImageType type{given[i].format(), given[i].size()}; type != wanted[i])
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("target {} is {}, the result is {}", i, to_string(type), to_string(wanted[i])));
}

}  // namespace

// Without outputs, makes images.
Result Strips::joined(std::vector<MutableImageView> outputs) {
  if (!state_->one_part || state_->is_begun)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} put together to a whole; allowed are all strips",
                            state_->is_begun ? "strips behind the first" : "several parts"));
  Result whole = described(state_->plans.front());
  outputs.empty() ? state_->outputs.join() : state_->outputs.join_into(std::move(outputs));
  while (const std::optional<Result> strip = state_->next()) add(*strip, whole);
  whole.images = state_->outputs.take();
  return whole;
}

Result Strips::join() {
  return joined({});
}

Result Strips::join_into(std::vector<MutableImageView> outputs) {
  check_targets(outputs, state_->outputs.types());
  return joined(std::move(outputs));
}

}  // namespace lenslet
