// Labels by strips: what is gathered from all rows, and the stages that label a part.
#include <fmt/format.h>

#include "ocl/values.hpp"
#include "ops/connected/seams.hpp"
#include "ops/connected/volume.hpp"
#include "ops/label/label.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

constexpr char parameter[] = "seams";

// The rows that a launch labels, whole chunks.
struct Part {
  Seams seams;
  std::int64_t width, height;  // of the image

  RowRange rows(const Rect& region) const { return seams.chunks_round({region.y, region.y + region.height}, height); }
  op::ScratchBytes bytes(std::uint64_t of_pixel) const {
    return [part = *this, of_pixel](const op::LaunchShape& shape) {
      return static_cast<std::uint64_t>(part.rows(shape.region).count() * part.width) * of_pixel;
    };
  }

  // Numbers of a launch.
  op::ScalarOfLaunch number(const std::function<std::int64_t(const RowRange&, const Rect& region)>& of) const {
    return [part = *this, of](const Graph& bound) {
      return op::Scalar(static_cast<std::int32_t>(of(part.rows(bound.region()), bound.region())));
    };
  }
  op::Items items(const std::function<ocl::Range(std::int64_t rows)>& of) const {
    return [part = *this, of](const Graph& bound) { return of(part.rows(bound.region()).count()); };
  }
};

std::size_t size(std::int64_t count) {
  return static_cast<std::size_t>(count);
}

// The stages of a part, with the schedule of the whole.
class PartStages {
 public:
  PartStages(Graph& graph, const op::Instance& problem, const DimensionSchedule& schedule, Seams seams)
      : graph_(graph),
        type_(problem.inputs.image(0)),
        part_{std::move(seams), type_.size.width, type_.size.height},
        around_{neighbourhood_of(problem).neighbours, 2, part_.seams.chunk},
        mask_type_{{SampleType::u8, 1}, type_.size},
        masked_(problem),
        schedule_(schedule) {
    masked_.inputs = op::Types(std::vector<ValueType>{mask_type_});
  }

  void add(const op::Maker& maker) {
    const Regions regions(masked_, schedule_);
    op::Source source = volume_source(regions, around_, false, "label.cl");
    program_.emplace(maker.program(source.append("label_parts.cl")));
    mask_ = graph_.scratch(part_.bytes(1));
    forest_ = graph_.scratch(part_.bytes(sizeof(std::int32_t)));
    add_mask(maker);
    join_chunks();
    number(regions.block());
    add_labels(maker.queue());
  }

 private:
  std::size_t group() const { return size(schedule_.number("group")); }
  std::int64_t items() const { return group() == 1 ? 4096 : 1; }
  op::GraphKernel kernel(const char* name) { return graph_.kernel(*program_, name, {group()}); }
  std::size_t across(std::int64_t width) const { return round_up(size(divide_up(width, items())), group()); }

  void add_mask(const op::Maker& maker) {
    op::Source source({"image.cl", "connected.cl", "label_mask.cl"});
    define_bits(source, type_.format.type);
    source.define("INVERTED", 0).define("NEIGHBOURS", 4).define("TILE_WIDTH", 0).define("TILE_HEIGHT", 64);
    source.define("ITEMS", items());
    graph_.launch(graph_.kernel(maker.program(source), "take_mask", {group()}),
                  part_.items([x = across(part_.width)](std::int64_t rows) {
                    return ocl::Range{x, size(rows)};
                  }),
                  Graph::input(0), part_.number([](const RowRange& rows, const Rect&) { return rows.begin; }), mask_);
  }

  std::vector<op::Argument> mask_and_forest() const {
    const std::int64_t width = part_.width;
    return {mask_,
            std::int64_t{0},
            width,
            static_cast<std::int32_t>(width),
            part_.number([](const RowRange& rows, const Rect&) { return rows.count(); }),
            forest_};
  }

  // As add_volume_forest() does, without joining chunks.
  void join_chunks() {
    const bool in_strips = schedule_.word("way") == "strips";
    const std::int64_t chunk = part_.seams.chunk, tiles_down = divide_up(chunk, schedule_.number("rows"));
    const std::int64_t tiles_across = in_strips ? 1 : divide_up(part_.width, Regions::tile_width);
    const std::int64_t wide = in_strips ? 1 : tiles_across * static_cast<std::int64_t>(group());
    graph_.launch_with(kernel(in_strips ? "join_strips" : "join_tiles"), part_.items([=](std::int64_t rows) {
      const std::int64_t down = divide_up(rows, chunk) * tiles_down;
      return in_strips ? ocl::Range{size(down)} : ocl::Range{size(wide), size(down)};
    }),
                       mask_and_forest());
    if (tiles_down == 1 && tiles_across == 1) return;
    const std::int64_t width = part_.width, each = items();
    graph_.launch_with(kernel("join_borders"), part_.items([=, group = group()](std::int64_t rows) {
      const std::int64_t borders = divide_up(rows, chunk) * (tiles_down - 1) * width + (tiles_across - 1) * rows;
      return ocl::Range{round_up(size(divide_up(borders, each)), group)};
    }),
                       mask_and_forest());
  }

  op::ScalarOfLaunch pixels() const {
    return part_.number([width = part_.width](const RowRange& rows, const Rect&) { return rows.count() * width; });
  }

  // Roots get their serial numbers within the part.
  void number(std::int64_t block) {
    const std::int64_t width = part_.width;
    const auto blocks = [=](std::int64_t rows) { return divide_up(rows * width, block); };
    const op::GraphValue counts = graph_.scratch([part = part_, blocks](const op::LaunchShape& shape) {
      return static_cast<std::uint64_t>(blocks(part.rows(shape.region).count())) * sizeof(std::int32_t);
    });
    const op::Items groups =
        part_.items([blocks, group = group()](std::int64_t rows) { return ocl::Range{size(blocks(rows)) * group}; });
    graph_.launch(kernel("count_roots"), groups, forest_, pixels(), counts);
    graph_.launch_groups(kernel("add_counts"), 1, counts,
                         part_.number([blocks](const RowRange& rows, const Rect&) { return blocks(rows.count()); }),
                         graph_.scratch(1, sizeof(std::int32_t)));
    graph_.launch(kernel("number_roots"), groups, forest_, pixels(), counts);
  }

  void add_labels(const ocl::Queue& queue) {
    std::vector<std::int32_t> serials{0}, labels{0}, shifts{0};  // never empty
    for (const SeamRegion& region : part_.seams.regions) {
      serials.push_back(static_cast<std::int32_t>(region.serial));
      labels.push_back(static_cast<std::int32_t>(region.label));
      shifts.push_back(static_cast<std::int32_t>(region.shift));
    }
    const auto before = part_.number([seams = part_.seams](const RowRange& rows, const Rect&) {
      return seams.before[size(rows.begin / seams.chunk)];
    });
    const std::int64_t width = part_.width, each = items();
    graph_.launch(kernel("label_roots"), part_.items([=, group = group()](std::int64_t rows) {
      return ocl::Range{round_up(size(divide_up(rows * width, each)), group)};
    }),
                  forest_, pixels(), before, graph_.keep(ocl::upload(queue, serials)),
                  graph_.keep(ocl::upload(queue, labels)), graph_.keep(ocl::upload(queue, shifts)),
                  static_cast<std::int32_t>(serials.size()));
    const op::Items region = [this_group = group(), each](const Graph& bound) {
      return ocl::Range{round_up(size(divide_up(bound.region().width, each)), this_group), size(bound.region().height)};
    };
    graph_.launch(kernel("write_part"), region, forest_, static_cast<std::int32_t>(width),
                  part_.number([](const RowRange&, const Rect& of) { return of.x; }),
                  part_.number([](const RowRange& rows, const Rect& of) { return of.y - rows.begin; }),
                  Graph::output(0));
  }

  Graph& graph_;
  ImageType type_;
  Part part_;
  Neighbourhood around_;  // chunks are like pages that are not joined
  ImageType mask_type_;
  op::Instance masked_;
  const DimensionSchedule& schedule_;
  std::optional<ocl::Program> program_;
  op::GraphValue mask_{}, forest_{};
};

std::int64_t rows_of(const op::Instance& problem) {
  return problem.inputs.image(0).size.height;
}

}  // namespace

Parameter seams_parameter() {
  return {.name = parameter,
          .summary = "What a pass over the image has found of regions between strips, which set it themselves.",
          .kind = ParameterKind::numbers,
          .initial = Numbers(),
          .automatic = true,
          .internal = true};
}

bool has_seams(const op::Arguments& arguments) {
  return !arguments.numbers(parameter).empty();
}

void check_seams(const op::Arguments& arguments, const ImageType& image) {
  Seams::read(arguments.numbers(parameter), image.size.height);
}

op::Graph label_part(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  PartStages(graph, problem, schedule, *Seams::read(problem.arguments.numbers(parameter), rows_of(problem))).add(maker);
  return graph;
}

Rect label_reads(const op::Instance& problem, const Rect& region, std::size_t) {
  const auto seams = Seams::read(problem.arguments.numbers(parameter), rows_of(problem));
  const RowRange rows = seams ? seams->chunks_round({region.y, region.y + region.height}, rows_of(problem))
                              : RowRange{0, rows_of(problem)};
  return {0, rows.begin, problem.inputs.image(0).size.width, rows.count()};
}

// A volume's pages are neighbours of others that lie far away.
std::optional<op::Gathering> label_gathering(const op::Instance& problem) {
  if (has_seams(problem.arguments) || problem.arguments.integer("pages") > 1) return {};
  const ImageType& image = problem.inputs.image(0);
  const int neighbours = neighbourhood_of(problem).neighbours;
  const auto finder = std::make_shared<SeamFinder>(image, neighbours, usual_chunk(image.size));
  const auto then = [finder, neighbours, count = problem.arguments.flag("count")] {
    return Call{"label",
                {{"neighbours", std::to_string(neighbours)}, {"count", count}, {parameter, finder->seams().numbers()}}};
  };
  return op::Gathering{[finder](const ImageView& rows) { finder->add(rows); }, then};
}

std::vector<op::Case> label_part_cases(const std::vector<op::Case>& wholes) {
  std::vector<op::Case> cases;
  for (std::size_t i = 0; i < wholes.size(); i += 2) {
    op::Case part = wholes[i];
    const Image& image = std::get<Image>(part.inputs.front());
    const std::string& neighbours = std::get<std::string>(part.call.arguments.at("neighbours"));
    SeamFinder finder({image.format(), image.size()}, std::atoi(neighbours.c_str()), i % 3 == 0 ? 7 : 40);
    finder.add(image);
    part.call.arguments.erase("count");
    part.call.arguments[parameter] = finder.seams().numbers();
    part.what += ", in parts";
    cases.push_back(std::move(part));
  }
  return cases;
}

}  // namespace lenslet::ops
