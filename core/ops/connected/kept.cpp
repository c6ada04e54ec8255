// What a pass over all rows tells ops that keep whole regions.
#include "ops/connected/kept.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "ocl/values.hpp"

namespace lenslet::ops {
namespace {

constexpr char parameter[] = "kept";

// A strip goes over whole chunks however few rows it has. Lists of kept regions are short, so that chunks may be.
constexpr std::int64_t chunk_pixels = 1 << 18;

// The list: rows of a chunk, then the pixels.
Numbers numbers_of(std::int64_t chunk, const std::vector<std::int64_t>& places) {
  Numbers numbers{static_cast<double>(chunk)};
  numbers.insert(numbers.end(), places.begin(), places.end());
  return numbers;
}

ArgumentMap given(const OpInfo& info, const op::Arguments& arguments) {
  ArgumentMap all;
  for (const Parameter& one : info.parameters)
    if (const Value& value = arguments.get(one.name); value != one.initial) all[one.name] = value;
  return all;
}

bool goes_by_runs(const MaskPart& part, const op::Instance& problem) {
  return part.regions().in_strips() && !has_kept(problem);
}

void add_seed_runs(op::Graph& graph, const ocl::Program& program, const MaskPart& part) {
  const Regions regions = part.regions();
  const Regions::Runs runs = regions.add_runs(graph, program, part.mask_as_image());
  const auto kernel = [&](const char* name) { return graph.kernel(program, name, {part.group()}); };
  graph.launch_with(kernel("find_seed_runs"), regions.row_blocks(),
                    {part.mask(), part.mask_width(), part.rows().count(), runs.bits, runs.forest});
  graph.launch(kernel("write_seed_runs"), regions.row_blocks(), runs.bits, runs.forest, op::Graph::output(0));
}

op::Gathering gathering_of(const OpInfo& info, const op::Instance& problem, const KeepRule& rule) {
  const Size size = problem.inputs.image(0).size;
  const std::int64_t chunk = usual_chunk(size, chunk_pixels);
  const auto finder = std::make_shared<SeamFinder>(size, rule.neighbours, chunk, rule.mark);
  const auto then = [finder, chunk, counted = rule.counted, call = Call{info.name, given(info, problem.arguments)}] {
    Call next = call;
    next.arguments[parameter] = numbers_of(chunk, finder->places(counted));
    return next;
  };
  return {[finder](const ImageView& rows) { finder->add(rows); }, then, rule.before};
}

}  // namespace

bool has_kept(const op::Instance& problem) {
  return !problem.arguments.numbers(parameter).empty();
}

PartRows rows_of(const op::Instance& problem) {
  const Numbers& numbers = problem.arguments.numbers(parameter);
  return PartRows(problem.inputs.image(0).size, numbers.empty() ? 0 : static_cast<std::int64_t>(numbers.front()));
}

std::optional<KeptRegions> KeptRegions::read(const op::Arguments& arguments, Size image) {
  const Numbers& numbers = arguments.numbers(parameter);
  if (numbers.empty()) return {};
  const double pixels = static_cast<double>(image.width) * static_cast<double>(image.height);
  const auto is_whole = [](double number, double least, double end) {
    return number >= least && number < end && number == std::trunc(number);
  };
  if (!is_whole(numbers.front(), 1, 1e9)) refuse_found(parameter, fmt::format("chunks of {} rows", numbers.front()));
  KeptRegions kept{static_cast<std::int64_t>(numbers.front()), {}};
  double least = 0;
  for (std::size_t i = 1; i < numbers.size(); least = numbers[i++] + 1) {
    if (!is_whole(numbers[i], least, pixels))
      refuse_found(parameter, fmt::format("the pixel {} of {}", numbers[i], pixels));
    kept.places.push_back(static_cast<std::int32_t>(numbers[i]));
  }
  return kept;
}

void set_keeping(op::Op& op, const KeepRuleOf& rule) {
  op.info.parameters.push_back(found_parameter(parameter));
  op.in_parts = has_kept;
  op.reads = [](const op::Instance& problem, const Rect& region, std::size_t) {
    return rows_of(problem).rectangle(region);
  };
  op.gathering = [info = op.info, rule](const op::Instance& problem) -> std::optional<op::Gathering> {
    const bool is_volume = std::ranges::count(info.parameters, "pages", &Parameter::name) > 0 &&
                           problem.arguments.integer("pages") > 1;  // its pages are neighbours from far away
    if (has_kept(problem) || is_volume) return {};
    return gathering_of(info, problem, rule(problem));
  };
}

void add_kept(op::Graph& graph, const op::Maker& maker, const ocl::Program& program, MaskPart& part,
              const op::Instance& problem) {
  const auto kept = KeptRegions::read(problem.arguments, problem.inputs.image(0).size);
  if (!kept || kept->places.empty()) return;
  const std::int64_t width = part.rows().width();
  const auto before = [places = std::make_shared<const std::vector<std::int32_t>>(kept->places)](std::int64_t pixel) {
    return static_cast<std::int64_t>(std::ranges::lower_bound(*places, pixel) - places->begin());
  };
  const auto listed = [=](const RowRange& rows) { return before(rows.end * width) - before(rows.begin * width); };
  part.add_counted(
      program, "mark_kept", listed,
      {graph.keep(ocl::upload(maker.queue(), kept->places)),
       part.rows().number([=](const RowRange& rows, const Rect&) { return before(rows.begin * width); }),
       part.rows().number([=](const RowRange& rows, const Rect&) { return listed(rows); }),
       part.rows().number([=](const RowRange& rows, const Rect&) { return rows.begin * width; }), part.forest()});
}

op::Source seeds_source(const MaskPart& part, const op::Instance& problem, int neighbours) {
  const bool by_runs = goes_by_runs(part, problem);
  op::Source source = part.source(neighbours, by_runs ? "runs.cl" : "seeds.cl");
  source.append(by_runs ? "seed_runs.cl" : "kept.cl");
  return source;
}

void add_seeded(op::Graph& graph, const op::Maker& maker, const ocl::Program& program, MaskPart& part,
                const op::Instance& problem) {
  if (goes_by_runs(part, problem)) return add_seed_runs(graph, program, part);
  part.join(program);
  part.add_rows(program, "find_seeds", {part.mask(), part.forest(), part.mask_width()});
  add_kept(graph, maker, program, part, problem);
  part.add_region(program, "write_seeded",
                  {part.mask(), part.forest(), part.mask_width(), part.left(), part.top(), op::Graph::output(0)});
}

std::vector<op::Case> kept_cases(const op::Op& op, const KeepRuleOf& rule, const std::vector<op::Case>& wholes) {
  std::vector<op::Case> cases;
  for (std::size_t i = 0; i < wholes.size(); i += 2) {
    op::Case part = wholes[i];
    const Image& image = std::get<Image>(part.inputs.front());
    const ImageType type{image.format(), image.size()};
    const KeepRule own = rule(op::instance_of(op, part.call, op::Types(std::vector<ValueType>{type})));
    const std::int64_t chunk = i % 3 == 0 ? 7 : 40;
    SeamFinder finder(image.size(), own.neighbours, chunk, own.mark);
    finder.add(image);
    part.call.arguments[parameter] = numbers_of(chunk, finder.places(own.counted));
    part.what += ", in parts";
    cases.push_back(std::move(part));
  }
  return cases;
}

}  // namespace lenslet::ops
