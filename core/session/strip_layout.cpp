// Finds the fastest strips that the memory allows, and keeps measured heights in the tuning store.
#include "session/strip_layout.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include <lenslet/error.hpp>
#include <lenslet/stream.hpp>

#include "access.hpp"
#include "image/layout.hpp"
#include "rounding.hpp"
#include "session/plan.hpp"
#include "session/row_copier.hpp"
#include "session/state.hpp"
#include "store/store.hpp"

namespace lenslet {

std::int64_t StripLayout::wanted() const {
  std::int64_t sum = 0;
  for (const RowRange& part : parts) sum += part.count();
  return sum;
}

std::int64_t StripLayout::count() const {
  std::int64_t strips = 0;
  for (const RowRange& part : parts) strips += divide_up(part.count(), rows);
  return strips;
}

Rect StripLayout::results(std::int64_t strip) const {
  auto part = parts.begin();
  for (; strip >= divide_up(part->count(), rows); ++part) strip -= divide_up(part->count(), rows);
  const std::int64_t first = part->begin + strip * rows;
  return {0, first, outputs.front().size.width, std::min(rows, part->end - first)};
}

namespace {

// The strips that plans are asked about: all if there are few. Else the strips at both ends, where borders are, and
// some in between. These lie at irregular places, so that the pattern of a scaled image's strips is not missed.
std::vector<std::int64_t> looked_at(const StripLayout& layout) {
  const std::int64_t count = layout.count(), at_ends = 64, between = 128;
  std::vector<std::int64_t> strips;
  if (count <= 2 * at_ends + between) {
    for (std::int64_t strip = 0; strip < count; ++strip) strips.push_back(strip);
    return strips;
  }
  constexpr double golden = 0.6180339887498949;
  for (std::int64_t i = 0; i < at_ends; ++i) strips.push_back(i), strips.push_back(count - 1 - i);
  for (std::int64_t i = 1; i <= between; ++i) {
    const double share = golden * static_cast<double>(i);
    strips.push_back(static_cast<std::int64_t>((share - std::floor(share)) * static_cast<double>(count)));
  }
  std::ranges::sort(strips);
  strips.erase(std::unique(strips.begin(), strips.end()), strips.end());
  return strips;
}

// Sources give each row once. Returns where a strip reads rows above those of an earlier strip; empty where none does.
std::string disorder(const std::vector<Plan>& plans, const StripLayout& layout) {
  std::vector<RowRange> before(layout.inputs.size());
  for (const std::int64_t strip : looked_at(layout))
    for (std::size_t i = 0; i < before.size(); ++i) {
      const Rect read = part_read(plans, layout, strip, i);
      const RowRange rows{read.y, read.y + read.height};
      if (rows.begin < before[i].begin || rows.end < before[i].end)
        return fmt::format("strip {} reads rows {} to {}, one before it rows {} to {}", strip, rows.begin, rows.end - 1,
                           before[i].begin, before[i].end - 1);
      before[i] = rows;
    }
  return {};
}

double pixels_of(Size size) {
  return static_cast<double>(size.width) * static_cast<double>(size.height);
}

// How often each row of the inputs is read.
double times_read(const std::vector<Plan>& plans, const StripLayout& layout) {
  const std::vector<std::int64_t> strips = looked_at(layout);
  double read = 0, all = 0;
  for (const std::int64_t strip : strips)
    for (const Rect& part : parts_read(plans, layout, strip)) read += pixels_of(part.size());
  for (const ImageType& input : layout.inputs) all += pixels_of(input.size);
  return read / all * static_cast<double>(layout.count()) / static_cast<double>(strips.size());
}

std::vector<ImageType> whole_outputs(const Plan& plan, Size input) {
  std::vector<ImageType> outputs;
  for (const ValueType& type : plan.outputs()) {
    const auto* image = std::get_if<ImageType>(&type);
    if (!image)
      throw Error(ErrorKind::unsupported,
                  fmt::format("strips for an op that makes {}; allowed are ops that make images", to_string(type)));
    outputs.push_back({image->format, result_size(plan, input)});
  }
  return outputs;
}

// All inputs of a plan for every size have one size; those of other plans have the plan's.
void check_input(const Plan& plan, const std::vector<ImageType>& inputs, std::size_t i) {
  const auto* planned = std::get_if<ImageType>(&plan.inputs()[i]);
  const bool any = plan.serves_every_size() || !planned;
  const Size wanted = any ? inputs.front().size : planned->size;
  if (inputs[i].size == wanted && inputs[i].layers == 1) return;
  const std::string allowed = any ? "images of one size" : to_string(*planned);
  throw Error(ErrorKind::invalid_argument, fmt::format("strips of {} and {}; allowed are {}", to_string(inputs.front()),
                                                       to_string(inputs[i]), allowed));
}

void check_inputs(const std::vector<Plan>& plans, const std::vector<ImageType>& inputs, const StripOptions& options) {
  const std::size_t taken = plans.front().inputs().size();
  if (inputs.size() != taken)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} inputs for a plan that takes {}", inputs.size(), taken));
  if (options.frames == 0 || options.rows < 0)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} frames of strips of {} rows; allowed are 1 and more frames, 0 and more rows",
                            options.frames, options.rows));
  if (options.copy_threads > max_copy_threads)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} threads that copy rows for strips; allowed are 0 to {}",
                                                         options.copy_threads, max_copy_threads));
  for (const ImageType& input : inputs)
    if (input.size.width < 1 || input.size.height < 1)
      throw Error(ErrorKind::invalid_argument, fmt::format("strips of {}, which is empty", to_string(input)));
  for (std::size_t i = 0; i < inputs.size(); ++i) check_input(plans.front(), inputs, i);
}

std::vector<RowRange> wanted_parts(std::int64_t height, const StripOptions& options) {
  if (options.parts.empty()) return {{0, height}};
  std::int64_t end = 0;
  for (const RowRange& part : options.parts) {
    if (part.begin < end || part.count() < 1 || part.end > height)
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("rows {} to before {} of results that have {}, behind row {}; allowed are parts of these "
                              "with at least one row, from top to bottom",
                              part.begin, part.end, height, end));
    end = part.end;
  }
  return options.parts;
}

// Kernels count rows, and samples in a row, in 32 bits. They do not count pixels.
void check_sides(const std::vector<ImageType>& images) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  for (const ImageType& image : images)
    if (image.size.width > most / image.format.channels || image.size.height > most)
      throw Error(ErrorKind::unsupported, fmt::format("strips of {}; allowed are rows of at most {} samples, and as "
                                                      "many rows",
                                                      to_string(image), most));
}

// Returns a layout with only the sizes of the whole and the wanted rows. Throws as Strips does, except for memory and
// for the order of rows.
StripLayout checked_whole(const std::vector<Plan>& plans, const std::vector<ImageType>& inputs,
                          const StripOptions& options) {
  check_inputs(plans, inputs, options);
  StripLayout layout{inputs, whole_outputs(plans.front(), inputs.front().size)};
  layout.parts = wanted_parts(layout.outputs.front().size.height, options);
  check_sides(inputs);
  check_sides(layout.outputs);
  return layout;
}

// Bytes of a strip's inputs and outputs. Small strips soon reach all devices, and stay in the caches of CPUs. But each
// launch has a cost, and rows that two strips read are copied and computed twice.
constexpr std::uint64_t min_bytes_of_cpu = 8 << 20, least_bytes_of_others = 32 << 20, max_bytes = 64 << 20;
constexpr double max_times_read = 1.1;
constexpr std::int64_t even_rows = 16;  // kernels compute blocks of rows, and files have tiles of these heights

// The most that a strip reads, and the most that a strip keeps between a plan's stages. These may be different strips:
// near an edge, windows end inside the image, so a strip there may read less and keep more.
struct Greediest {
  std::vector<Size> read = {};            // of each input
  std::vector<bool> whole = {};           // as StripLayout::whole
  std::vector<std::int64_t> strips = {};  // for each plan, the strip that keeps most
  std::uint64_t kept = 0;                 // bytes of these strips, all plans together
};

void add_plan(const Plan& plan, const StripLayout& layout, const std::vector<std::int64_t>& strips, Greediest& most) {
  std::uint64_t kept = 0;
  most.strips.push_back(0);
  for (const std::int64_t strip : strips)
    if (const std::uint64_t bytes = scratch_for(plan, layout.results(strip), layout.first()); bytes > kept)
      kept = bytes, most.strips.back() = strip;
  most.kept += kept;
}

// Strips of a scaled image read a row more or less, and perhaps not all were looked at: so a row is added.
Greediest greediest(const std::vector<Plan>& plans, const StripLayout& layout) {
  Greediest most;
  const std::vector<std::int64_t> strips = looked_at(layout);
  const bool all = static_cast<std::int64_t>(strips.size()) == layout.count();
  const std::int64_t more = all || plans.front().serves_every_size() ? 0 : 1;
  for (std::size_t i = 0; i < layout.inputs.size(); ++i) {
    const Size input = layout.inputs[i].size;
    Size largest;
    bool whole = layout.count() > 1;
    for (const std::int64_t strip : strips) {
      const Size read = part_read(plans, layout, strip, i).size();
      largest = {std::max(largest.width, read.width), std::max(largest.height, read.height)};
      whole = whole && read == input;
    }
    most.read.push_back({largest.width, std::min(largest.height + more, input.height)});
    most.whole.push_back(whole);
  }
  for (const Plan& plan : plans) add_plan(plan, layout, strips, most);
  return most;
}

// `strips` are strips of one row.
[[noreturn]] void refuse_memory(const std::vector<Plan>& plans, const std::vector<ImageType>& inputs,
                                const StripOptions& options, const StripLayout& strips, std::uint64_t least) {
  const std::vector<Size> read = greediest(plans, strips).read;
  const auto most = static_cast<std::size_t>(std::ranges::max_element(read, {}, &Size::height) - read.begin());
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{} bytes of memory; the least that strips of {} take is {}, as each row of results reads {} "
                          "of the {} rows",
                          options.memory, to_string(inputs[most]), least, read[most].height, inputs[most].size.height));
}

// `whole` is one strip of all rows.
void check_order(const std::vector<Plan>& plans, const StripLayout& layout, const StripLayout& whole,
                 const StripOptions& options) {
  if (const std::string found = disorder(plans, layout); !found.empty()) refuse_disorder(found, whole.bytes, options);
}

class Search {
 public:
  Search(const std::vector<Plan>& plans, const std::vector<ImageType>& inputs, const StripOptions& options,
         const StripLayout& layout)
      : plans_(plans), inputs_(inputs), options_(options), layout_(layout) {}

  StripLayout with_rows(std::int64_t rows) const { return with(layout_, rows, options_.frames); }

  // A single strip takes less memory than two of half the rows, because no other one is under way.
  StripLayout whole() const {
    StripLayout layout = layout_;
    layout.parts = {{layout_.parts.front().begin, layout_.parts.back().end}};
    const std::int64_t rows = layout.wanted();
    return with(std::move(layout), rows, 0);
  }

  // Several devices get several strips each, so that fast devices can take more. A process among several gets several
  // strips, too: with one strip it would do one step at a time. Such a process also reads files and sends messages, so
  // that few large strips are better. Each part is cut into equal strips.
  std::int64_t usual_rows() const {
    constexpr std::int64_t strips_of_device = 4;
    const auto devices = static_cast<std::int64_t>(plans_.size());
    const std::int64_t highest = highest_part();
    std::int64_t most = highest;
    if (devices > 1 || options_.shared) most = std::min(most, divide_up(layout_.wanted(), devices * strips_of_device));
    if (!options_.shared) return rows_of_one_process(most);
    const std::int64_t rows = most_useful_rows(max_bytes, most);
    return std::min(round_up(divide_up(highest, divide_up(highest, rows)), even_rows), highest);
  }

  std::int64_t highest_part() const {
    std::int64_t most = 0;
    for (const RowRange& part : layout_.parts) most = std::max(most, part.count());
    return most;
  }

  // Strips of `most` rows, or of as many whole blocks of rows as the memory allows. Strips of one row where even one
  // block is too much.
  StripLayout highest(std::int64_t most) const {
    StripLayout all = with_rows(most);
    if (options_.memory == 0 || all.bytes <= options_.memory) return all;
    std::int64_t fits = 0;
    --most;
    while (fits < most) {
      const std::int64_t middle = fits + (most - fits + 1) / 2;
      if (with_rows(middle).bytes <= options_.memory)
        fits = middle;
      else
        most = middle - 1;
    }
    return with_rows(even_strip_rows(fits));
  }

 private:
  // The measured height, or else a height by rules.
  std::int64_t rows_of_one_process(std::int64_t most) const {
    if (const auto bytes = measured_strip_bytes(plans_)) return rows_of(*bytes, most);
    return most_useful_rows(min_bytes(), most);
  }

  std::uint64_t min_bytes() const {
    const bool all_are_cpus = std::ranges::all_of(plans_, [](const Plan& plan) { return device_of(plan).host_memory; });
    return all_are_cpus ? min_bytes_of_cpu : least_bytes_of_others;
  }

  // The number of rows in strips of `bytes` bytes. `bytes` is doubled while rows would be read too often.
  std::int64_t most_useful_rows(std::uint64_t bytes, std::int64_t most) const {
    std::int64_t rows = rows_of(bytes, most);
    for (; bytes < max_bytes && rows < most && times_read(plans_, with_rows(rows)) > max_times_read;
         rows = rows_of(bytes, most))
      bytes *= 2;
    return rows;
  }

  std::int64_t rows_of(std::uint64_t bytes, std::int64_t most) const {
    const std::uint64_t row = row_bytes(inputs_) + row_bytes(layout_.outputs);
    return std::min(even_strip_rows(static_cast<std::int64_t>(bytes / row)), most);
  }

  StripLayout with(StripLayout layout, std::int64_t rows, std::size_t frames) const {
    layout.rows = rows;
    const Greediest most = greediest(plans_, layout);
    layout.greediest = most.strips;
    layout.read = most.read;
    layout.whole = most.whole;
    layout.bytes = bytes_of(plans_, layout, options_, frames) + most.kept;
    return layout;
  }

  const std::vector<Plan>& plans_;
  const std::vector<ImageType>& inputs_;
  const StripOptions& options_;
  const StripLayout& layout_;
};

// Tells whether one strip may be used: there are not several parts, and the options give no height.
bool may_be_one(const StripOptions& options) {
  return options.rows == 0 && options.parts.size() <= 1;
}

}  // namespace

Rect part_read(const std::vector<Plan>& plans, const StripLayout& layout, std::int64_t strip, std::size_t input) {
  Rect all = plans.front().reads(layout.results(strip), layout.first(), input);
  for (const Plan& plan : plans) {
    const Rect read = plan.reads(layout.results(strip), layout.first(), input);
    const std::int64_t x = std::min(all.x, read.x), y = std::min(all.y, read.y);
    all = {x, y, std::max(all.x + all.width, read.x + read.width) - x,
           std::max(all.y + all.height, read.y + read.height) - y};
  }
  return layout.in_order ? Rect{0, all.y, layout.inputs[input].size.width, all.height} : all;
}

std::vector<Rect> parts_read(const std::vector<Plan>& plans, const StripLayout& layout, std::int64_t strip) {
  std::vector<Rect> parts;
  for (std::size_t i = 0; i < layout.inputs.size(); ++i) parts.push_back(part_read(plans, layout, strip, i));
  return parts;
}

std::int64_t even_strip_rows(std::int64_t rows) {
  return rows < even_rows ? std::max<std::int64_t>(rows, 1) : rows / even_rows * even_rows;
}

// More memory does not help where the options exclude a single strip.
void refuse_disorder(const std::string& disorder, std::uint64_t bytes, const StripOptions& options) {
  const std::string needed =
      may_be_one(options) ? fmt::format("the whole in memory, as one strip {} bytes", bytes)
      : options.rows > 0
          ? fmt::format("the whole as one strip, not strips of {} rows", options.rows)
          : fmt::format("the whole as one strip of one process, not {} parts of the rows", options.parts.size());
  throw Error(
      ErrorKind::unsupported,
      fmt::format("strips for an op that does not take rows from top to bottom: {}; it needs {}", disorder, needed));
}

LeastStrips least_strips(const std::vector<Plan>& plans, const std::vector<ImageType>& inputs,
                         const StripOptions& options, bool in_order) {
  StripLayout layout = checked_whole(plans, inputs, options);
  layout.in_order = in_order;
  const Search search(plans, inputs, options, layout);
  const StripLayout least = search.with_rows(1);
  const std::uint64_t whole = search.whole().bytes;
  if (std::string found = in_order ? disorder(plans, least) : ""; !found.empty()) return {whole, std::move(found)};
  return {may_be_one(options) ? std::min(least.bytes, whole) : least.bytes};
}

// Takes one strip of the whole where strips would not fit the memory, or would read rows more than twice, which is
// slower. The one strip must fit the given memory; without a limit, it must take no more memory than strips. Also takes
// one strip for ops that read rows in another order, if the given memory is enough.
StripLayout layout_strips(const std::vector<Plan>& plans, const std::vector<ImageType>& inputs,
                          const StripOptions& options, bool in_order) {
  StripLayout layout = checked_whole(plans, inputs, options);
  layout.in_order = in_order;
  const Search search(plans, inputs, options, layout);
  const StripLayout whole = search.whole();
  const bool may_be_whole = may_be_one(options) && options.memory >= whole.bytes;
  if (may_be_whole && in_order && !disorder(plans, search.with_rows(1)).empty()) return whole;
  layout = search.highest(options.rows > 0 ? std::min(options.rows, search.highest_part()) : search.usual_rows());
  const bool fits = options.memory == 0 || layout.bytes <= options.memory;
  const bool is_smaller = may_be_one(options) && options.memory == 0 && whole.bytes <= layout.bytes;
  if ((may_be_whole || is_smaller) && (!fits || times_read(plans, layout) > 2)) return whole;
  if (in_order) check_order(plans, layout, whole, options);
  if (!fits)
    refuse_memory(plans, inputs, options, layout,
                  may_be_one(options) ? std::min(layout.bytes, whole.bytes) : layout.bytes);
  return layout;
}

namespace {

constexpr Size counted_size{4096, 4096};         // times are scaled to so many pixels, whatever the image's size
constexpr double alike_within = 1.03;            // times that differ by less count as equal
constexpr std::string_view height_word = "kib";  // schedules are "kib8192"

// Heights of strips are rows of the tuning store, like schedules of ops.
store::Key key_of(const std::vector<Plan>& plans) {
  store::Key key;
  for (const Plan& plan : plans) {
    const Plan::State& state = internal::Access::state(plan);
    const store::Key each = store::key_of(*state.ready->problem, state.session.device());
    key.work = fmt::format("{}: {}", each.op, each.work);
    for (const auto part : {&store::Key::device, &store::Key::driver, &store::Key::architecture})
      key.*part += ((key.*part).empty() ? "" : " and ") + each.*part;
  }
  key.op = height_of_strips;
  key.size = counted_size;
  key.size_bucket = store::bucket_of(counted_size);
  key.format = store::library_format;
  return key;
}

store::Store& store_of(const std::vector<Plan>& plans) {
  return state_of(internal::Access::state(plans.front()).session).store;
}

// Skips rows of the store that are not heights.
std::optional<StripTrial> trial_of(const Trial& stored) {
  std::uint64_t kib = 0;
  const std::string& text = stored.schedule;
  if (stored.outcome != Outcome::correct || !text.starts_with(height_word)) return {};
  const auto [end, error] = std::from_chars(text.data() + height_word.size(), text.data() + text.size(), kib);
  if (error != std::errc() || end != text.data() + text.size() || kib == 0 || kib > (1u << 20)) return {};
  return StripTrial{0, kib << 10, stored.time.median_ms / 1000};
}

}  // namespace

bool heights_are_measured(const std::vector<Plan>& plans) {
  return internal::Access::state(plans.front()).ready->problem->work().options.tune != Tune::off;
}

std::optional<std::uint64_t> measured_strip_bytes(const std::vector<Plan>& plans) {
  if (!heights_are_measured(plans)) return {};
  std::vector<StripTrial> trials;
  for (const Trial& stored : store_of(plans).trials(key_of(plans)))
    if (const auto trial = trial_of(stored)) trials.push_back(*trial);
  if (trials.empty()) return {};
  return best_of(trials).bytes;
}

const StripTrial& best_of(const std::vector<StripTrial>& trials) {
  const double fastest = std::ranges::min(trials, {}, &StripTrial::seconds).seconds;
  const StripTrial* best = nullptr;
  for (const StripTrial& trial : trials)
    if (trial.seconds <= fastest * alike_within && (!best || trial.bytes < best->bytes)) best = &trial;
  return *best;
}

void keep_strip_trials(const std::vector<Plan>& plans, const std::vector<StripTrial>& trials, Size image) {
  const double scale = static_cast<double>(counted_size.width * counted_size.height) /
                       (static_cast<double>(image.width) * static_cast<double>(image.height));
  std::vector<Trial> kept;
  for (const StripTrial& trial : trials) {
    const double ms = trial.seconds * scale * 1000;
    const bool won = trial.bytes == best_of(trials).bytes;
    kept.push_back({fmt::format("{}{}", height_word, divide_up(trial.bytes, std::uint64_t{1024})),
                    Outcome::correct,
                    {ms, ms, ms, 1, true},
                    std::string(name_of(won ? Standing::won : Standing::lost))});
  }
  store_of(plans).decide(key_of(plans), kept);
}

namespace {

std::uint64_t bytes_read(const StripLayout& layout, std::size_t input) {
  const Size read = layout.read[input];
  return layout.inputs[input].format.bytes() * static_cast<std::uint64_t>(read.width * read.height);
}

// Bytes on the host of inputs that all strips share, or of those of which each has a part of its own.
std::uint64_t input_bytes(const StripLayout& layout, bool shared) {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < layout.inputs.size(); ++i)
    if (layout.whole[i] == shared) bytes += bytes_read(layout, i);
  return bytes;
}

// Bytes on the host. Inputs that are in memory already need no copy, but count in the same way, so that all sources
// have the same limits.
std::uint64_t frame_bytes(const StripLayout& layout) {
  return input_bytes(layout, false) + row_bytes(layout.outputs) * static_cast<std::uint64_t>(layout.rows);
}

// Bytes on a device, where rows begin at whole cache lines.
std::uint64_t device_frame_bytes(const StripLayout& layout) {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < layout.inputs.size(); ++i)
    bytes += bytes_of_rows(layout.read[i], layout.inputs[i].format);
  for (const ImageType& output : layout.outputs)
    bytes += bytes_of_rows({output.size.width, layout.rows}, output.format);
  return bytes;
}

// The number of directions in which a device's copies go through pinned memory: see RowCopier. Results are always in
// buffers.
std::uint64_t pinned_directions(const Plan& plan) {
  if (!device_of(plan).host_memory) return 2;
  const Storage storage = plan.input_storage();
  return storage == Storage::image || storage == Storage::image_array ? 1 : 0;
}

}  // namespace

const DeviceInfo& device_of(const Plan& plan) {
  return internal::Access::state(plan).session.device();
}

std::uint64_t row_bytes(const std::vector<ImageType>& images) {
  std::uint64_t bytes = 0;
  for (const ImageType& image : images) bytes += image.format.bytes() * static_cast<std::uint64_t>(image.size.width);
  return bytes;
}

std::uint64_t bytes_of(const std::vector<Plan>& plans, const StripLayout& layout, const StripOptions& options,
                       std::size_t frames) {
  const std::uint64_t pieces = RowCopier::pieces(copy_threads(plans, options));
  std::uint64_t pinned = 0;
  for (const Plan& plan : plans) pinned += pinned_directions(plan) * pieces * piece_bytes(layout);
  const std::uint64_t strips = frames == 0 ? 1 : frames * plans.size(), beside = frames == 0 ? 0 : 1;
  return pinned + input_bytes(layout, true) + (strips + beside) * frame_bytes(layout) +
         strips * device_frame_bytes(layout);
}

std::size_t usual_copy_threads(std::size_t cores, std::size_t devices, const StripOptions& options) {
  constexpr std::uint64_t small = std::uint64_t{1} << 30;
  if (options.shared || (options.memory > 0 && options.memory < small)) return 1;
  return std::clamp<std::size_t>(cores / (4 * devices), 1, 4);
}

std::size_t copy_threads(const std::vector<Plan>& plans, const StripOptions& options) {
  if (options.copy_threads > 0) return options.copy_threads;
  if (std::ranges::any_of(plans, [](const Plan& plan) { return device_of(plan).host_memory; })) return 1;
  return usual_copy_threads(std::thread::hardware_concurrency(), plans.size(), options);
}

std::uint64_t piece_bytes(const StripLayout& layout) {
  return std::min(StreamOptions().piece, input_bytes(layout, true) + frame_bytes(layout));
}

}  // namespace lenslet
