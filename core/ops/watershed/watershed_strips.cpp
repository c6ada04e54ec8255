// Watershed by strips. Costs of the rows at seams sink from strip to strip: each pass over the image computes every
// part with the costs beside it that the pass before has found, until they stay as they are. All are then the least
// ones, as in the whole: none is less than it should be, since each is that of a real path, and each is what its
// neighbours make of it. Then it is known in which part each pixel at a seam has its marker.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/connected/seams.hpp"
#include "ops/watershed/watershed.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

constexpr char seams_name[] = "seams", flood_name[] = "flood";

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::invalid_argument,
              fmt::format("seams: {}; allowed: what passes over the image have found", what));
}

std::size_t table_size(Size image, std::int64_t chunk) {
  return static_cast<std::size_t>(2 * divide_up(image.height, chunk) * image.width);
}

// A row of an image of what a part knows: see write_seams in watershed.cl.
struct Known {
  std::int32_t high, low;  // halves of the cost
  std::int32_t row;        // 0, or 1 more than the row of another part's pixel with the same label
  std::int32_t value;      // the label, or that pixel's column

  std::uint64_t cost() const {
    return std::uint64_t{static_cast<std::uint32_t>(high)} << 32 | static_cast<std::uint32_t>(low);
  }
};

// What one pass finds.
class FloodPass {
 public:
  FloodPass(Size image, FloodSeams before) : image_(image), before_(std::move(before)) {}

  void add(const ImageView& rows) {
    for (std::int64_t y = 0; y < rows.height(); ++y) {
      const std::size_t begin = known_.size();
      known_.resize(begin + static_cast<std::size_t>(image_.width));
      std::memcpy(known_.data() + begin, rows.row(y), static_cast<std::size_t>(image_.width) * sizeof(Known));
    }
  }

  // What the next pass begins with, or the result does. Without rows: of the same size.
  FloodSeams after() const {
    FloodSeams seams{before_.chunk, true, {}, {}};
    if (known_.empty()) {
      seams.costs.resize(table_size(image_, before_.chunk));
      seams.labels.resize(seams.costs.size());
      return seams;
    }
    for (const Known& one : known_) seams.costs.push_back(one.cost());
    seams.found = seams.costs == before_.costs || image_.height <= before_.chunk;
    if (seams.found) seams.labels = labels();
    return seams;
  }

 private:
  std::size_t place(const Known& of) const {
    const std::int64_t y = of.row - 1, chunk = before_.chunk, row = 2 * (y / chunk) + (y % chunk == 0 ? 0 : 1);
    return static_cast<std::size_t>(row * image_.width + of.value);
  }

  // Each pixel's label lies in its own part, or is that of a pixel of less cost in the next one.
  std::vector<std::int32_t> labels() const {
    std::vector<std::int32_t> labels(known_.size());
    std::vector<bool> done(known_.size());
    std::vector<std::size_t> way;
    for (std::size_t i = 0; i < known_.size(); ++i) {
      std::size_t at = i;
      for (; !done[at] && known_[at].row != 0; at = place(known_[at])) way.push_back(at);
      if (!done[at]) labels[at] = known_[at].value;
      done[at] = true;
      for (const std::size_t on_way : way) labels[on_way] = labels[at], done[on_way] = true;
      way.clear();
    }
    return labels;
  }

  Size image_;
  FloodSeams before_;
  std::vector<Known> known_;
};

Numbers numbers_of(const FloodSeams& seams) {
  Numbers numbers{static_cast<double>(seams.chunk), seams.found ? 1.0 : 0.0};
  for (const std::uint64_t cost : seams.costs) {
    numbers.push_back(static_cast<double>(cost >> 32));
    numbers.push_back(static_cast<double>(cost & 0xffffffffU));
  }
  numbers.insert(numbers.end(), seams.labels.begin(), seams.labels.end());
  return numbers;
}

Call call_with(const op::Instance& problem, const FloodSeams& seams) {
  Call call{"watershed", {{seams_name, numbers_of(seams)}}};
  for (const char* name : {"neighbours", "line", "masked"}) call.arguments[name] = problem.arguments.get(name);
  return call;
}

bool has_seams(const op::Instance& problem) {
  return !problem.arguments.numbers(seams_name).empty();
}

std::optional<op::Gathering> flood_gathering(const op::Instance& problem) {
  const Size size = problem.inputs.image(0).size;
  FloodSeams seams = FloodSeams::read(problem.arguments, size);
  if (seams.found || gives_seams(problem)) return {};
  if (seams.chunk == 0) seams.chunk = usual_chunk(size);
  Call before = call_with(problem, seams);
  before.arguments[flood_name] = true;
  const auto pass = std::make_shared<FloodPass>(size, std::move(seams));
  return op::Gathering{[pass](const ImageView& rows) { pass->add(rows); },
                       [pass, problem] { return call_with(problem, pass->after()); }, std::move(before)};
}

}  // namespace

FloodSeams FloodSeams::read(const op::Arguments& arguments, Size image) {
  const Numbers& numbers = arguments.numbers(seams_name);
  if (numbers.empty()) return {};
  constexpr double most = 4294967295.0;
  for (const double number : numbers)
    if (!(number >= -2147483648.0 && number <= most) || number != std::trunc(number))
      refuse(fmt::format("the number {}", number));
  if (numbers.size() < 2 || numbers[0] < 1 || numbers[1] < 0 || numbers[1] > 1)
    refuse(fmt::format("{} numbers, the first {}", numbers.size(), numbers[0]));
  FloodSeams seams{static_cast<std::int64_t>(numbers[0]), numbers[1] == 1, {}, {}};
  const std::size_t pixels = table_size(image, seams.chunk);
  if (numbers.size() != 2 + (seams.found ? 3 : 2) * pixels && (seams.found || numbers.size() != 2))
    refuse(fmt::format("{} numbers for chunks of {} rows", numbers.size(), seams.chunk));
  if (numbers.size() == 2) return seams;
  for (std::size_t i = 0; i < pixels; ++i)
    seams.costs.push_back(std::uint64_t{static_cast<std::uint32_t>(static_cast<std::int64_t>(numbers[2 + 2 * i]))}
                              << 32 |
                          static_cast<std::uint32_t>(static_cast<std::int64_t>(numbers[3 + 2 * i])));
  for (std::size_t i = 2 + 2 * pixels; i < numbers.size(); ++i)
    seams.labels.push_back(static_cast<std::int32_t>(static_cast<std::int64_t>(numbers[i])));
  return seams;
}

std::vector<Parameter> flood_parameters() {
  return {found_parameter(seams_name),
          {.name = flood_name,
           .summary = "Gives what a pass finds of rows between strips.",
           .kind = ParameterKind::flag,
           .initial = false,
           .internal = true}};
}

bool gives_seams(const op::Instance& problem) {
  return problem.arguments.flag(flood_name);
}

ImageType flooded_type(const op::Arguments& arguments, Size image) {
  const FloodSeams seams = FloodSeams::read(arguments, image);
  if (!arguments.flag(flood_name)) return {{SampleType::i32, 1}, image};
  if (seams.chunk == 0) refuse("no number");
  return {{SampleType::i32, 4}, {image.width, 2 * divide_up(image.height, seams.chunk)}};
}

PartRows flooded_rows(const op::Instance& problem) {
  const Size size = problem.inputs.image(0).size;
  if (!has_seams(problem)) return PartRows(size);
  const auto chunk = static_cast<std::int64_t>(problem.arguments.numbers(seams_name).front());
  return gives_seams(problem) ? PartRows::of_pairs(size, chunk) : PartRows(size, chunk);
}

void set_flood_strips(op::Op& op) {
  op.in_parts = has_seams;
  op.reads = [](const op::Instance& problem, const Rect& region, std::size_t) {
    return flooded_rows(problem).rectangle(region);
  };
  op.gathering = flood_gathering;
}

}  // namespace lenslet::ops
