// Labels by strips: what is gathered from all rows, and the stages that label a part.
#include <fmt/format.h>

#include "ocl/values.hpp"
#include "ops/connected/part.hpp"
#include "ops/connected/seams.hpp"
#include "ops/connected/volume.hpp"
#include "ops/label/label.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

constexpr char parameter[] = "seams";

std::size_t size(std::int64_t count) {
  return static_cast<std::size_t>(count);
}

// The stages of a part, with the schedule of the whole.
class PartStages {
 public:
  PartStages(Graph& graph, const op::Instance& problem, const DimensionSchedule& schedule, Seams seams)
      : graph_(graph),
        type_(problem.inputs.image(0)),
        seams_(std::move(seams)),
        neighbours_(neighbourhood_of(problem).neighbours),
        part_(graph, PartRows(type_.size, seams_.chunk), schedule) {}

  // Chunks are like pages that are not joined.
  void add(const op::Maker& maker) {
    op::Source source = part_.source(neighbours_, "label.cl", false, seams_.chunk);
    program_.emplace(maker.program(source.append("label_parts.cl")));
    part_.take(maker, type_.format.type);
    part_.join(*program_, seams_.chunk);
    number();
    add_labels(maker.queue());
  }

 private:
  std::int64_t width() const { return type_.size.width; }

  op::Argument pixels() const {
    return part_.rows().number([width = width()](const RowRange& rows, const Rect&) { return rows.count() * width; });
  }

  // Roots get their serial numbers within the part.
  void number() {
    const std::int64_t block = Regions::block_of(part_.group());
    const auto blocks = [width = width(), block](const RowRange& rows) {
      return divide_up(rows.count() * width, block);
    };
    const op::GraphValue counts = graph_.scratch([rows = part_.rows(), blocks](const op::LaunchShape& shape) {
      return static_cast<std::uint64_t>(blocks(rows.of(shape.region))) * sizeof(std::int32_t);
    });
    const auto groups = [blocks, group = part_.group()](const RowRange& rows) {
      return blocks(rows) * static_cast<std::int64_t>(group);
    };
    part_.add_counted(*program_, "count_roots", groups, {part_.forest(), pixels(), counts});
    graph_.launch_groups(graph_.kernel(*program_, "add_counts", {part_.group()}), 1, counts,
                         part_.rows().number([blocks](const RowRange& rows, const Rect&) { return blocks(rows); }),
                         graph_.scratch(1, sizeof(std::int32_t)));
    part_.add_counted(*program_, "number_roots", groups, {part_.forest(), pixels(), counts});
  }

  void add_labels(const ocl::Queue& queue) {
    std::vector<std::int32_t> serials{0}, labels{0}, shifts{0};  // never empty
    for (const SeamRegion& region : seams_.regions) {
      serials.push_back(static_cast<std::int32_t>(region.serial));
      labels.push_back(static_cast<std::int32_t>(region.label));
      shifts.push_back(static_cast<std::int32_t>(region.shift));
    }
    const op::Argument before = part_.rows().number(
        [seams = seams_](const RowRange& rows, const Rect&) { return seams.before[size(rows.begin / seams.chunk)]; });
    part_.add_counted(
        *program_, "label_roots",
        [width = width(), each = part_.items()](const RowRange& rows) { return divide_up(rows.count() * width, each); },
        {part_.forest(), pixels(), before, graph_.keep(ocl::upload(queue, serials)),
         graph_.keep(ocl::upload(queue, labels)), graph_.keep(ocl::upload(queue, shifts)),
         static_cast<std::int32_t>(serials.size())});
    part_.add_region(*program_, "write_part",
                     {part_.forest(), part_.mask_width(), part_.left(), part_.top(), Graph::output(0)});
  }

  Graph& graph_;
  ImageType type_;
  Seams seams_;
  int neighbours_;
  MaskPart part_;
  std::optional<ocl::Program> program_;
};

std::int64_t rows_of(const op::Instance& problem) {
  return problem.inputs.image(0).size.height;
}

}  // namespace

Parameter seams_parameter() {
  return found_parameter(parameter);
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
  return PartRows(problem.inputs.image(0).size, seams ? seams->chunk : 0).rectangle(region);
}

// A volume's pages are neighbours of others that lie far away.
std::optional<op::Gathering> label_gathering(const op::Instance& problem) {
  if (has_seams(problem.arguments) || problem.arguments.integer("pages") > 1) return {};
  const ImageType& image = problem.inputs.image(0);
  const int neighbours = neighbourhood_of(problem).neighbours;
  const auto finder =
      std::make_shared<SeamFinder>(image.size, neighbours, usual_chunk(image.size), mark_set(image.format.type));
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
    SeamFinder finder(image.size(), std::atoi(neighbours.c_str()), i % 3 == 0 ? 7 : 40, mark_set(image.format().type));
    finder.add(image);
    part.call.arguments.erase("count");
    part.call.arguments[parameter] = finder.seams().numbers();
    part.what += ", in parts";
    cases.push_back(std::move(part));
  }
  return cases;
}

}  // namespace lenslet::ops
