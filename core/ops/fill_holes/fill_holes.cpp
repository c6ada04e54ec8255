// Fills the holes of a mask.
#include "op/image_truth.hpp"
#include "ops/connected/kept.hpp"
#include "ops/connected/volume.hpp"
#include "ops/connected/word_runs.hpp"

namespace lenslet::ops {

op::Op fill_holes();

namespace {

using op::Graph;

constexpr char holes_details[] =
    "A mask in which each region of zeros that no path of neighbours leads to the image's edge is filled. Samples that "
    "are not 0, and holes, become white (255 for u8, 65535 for u16, 1 for floats), all others 0. neighbours says which "
    "zeros belong together: with 4, a hole may be closed by pixels that only touch at corners. Equals SciPy's "
    "binary_fill_holes, with neighbours=8 for a structure of ones. A volume's "
    "first and last page are its edge, too, see label. Strips of an image, on one or several devices, read it once "
    "before, to learn which of their zeros reach the edge in other strips; a volume is filled whole, and by one "
    "process. "
    "No regions by themselves.";

OpInfo describe_holes() {
  return {.name = "fill_holes",
          .summary = "A mask with its holes filled.",
          .details = holes_details,
          .parameters = volume_parameters(),
          .outputs = {"out"},
          .inputs = {{"mask", Reads::whole}},
          .synonyms = {"fillholes", "binaryfillholes", "imfill"}};
}

op::Types holes_outputs(const op::Arguments& arguments, const op::Types& inputs) {
  check_regions("fill_holes", inputs.image(0));
  neighbourhood_of("fill_holes", arguments, inputs.image(0));
  KeptRegions::read(arguments, inputs.image(0).size);
  return inputs;
}

const char* white_bits(SampleType type) {
  return type == SampleType::f16 ? "0x3c00" : type == SampleType::f32 ? "0x3f800000" : "0xffff";
}

// The zeros of a part, which are those of a mask of it.
op::Graph holes_of_part(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const auto& [format, image, layers] = problem.inputs.image(0);
  MaskPart part(graph, rows_of(problem), schedule);
  op::Source source = part.source(neighbourhood_of(problem).neighbours, "kept.cl", true);
  source.append("fill_holes.cl").define("WHITE", white_bits(format.type)).define("SAMPLE", bits_of(format.type));
  const ocl::Program program = maker.program(source);
  part.take(maker, format.type);
  part.join(program);
  const std::int64_t width = image.width, height = image.height;
  part.add_counted(
      program, "mark_outside", [width](const RowRange& rows) { return 2 * (width + rows.count()); },
      {part.forest(), part.mask_width(), part.rows().count(),
       part.rows().number([](const RowRange& rows, const Rect&) { return rows.begin == 0 ? 1 : 0; }),
       part.rows().number([height](const RowRange& rows, const Rect&) { return rows.end == height ? 1 : 0; })});
  add_kept(graph, maker, program, part, problem);
  part.add_region(program, "write_filled",
                  {part.forest(), part.mask_width(), part.left(), part.top(), Graph::output(0)});
  return graph;
}

// Words of zeros; those of regions at the edge are kept, and all else is white.
op::Graph holes_by_words(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const auto& [format, size, layers] = problem.inputs.image(0);
  const Words words(graph, size, schedule);
  op::Source source = words.source(neighbourhood_of(problem).neighbours, format.type, {.inverted = true});
  source.define("WHITE", white_bits(format.type)).define("FILLS", 1);
  const ocl::Program program = maker.program(source.append("seed_words.cl").append("fill_holes_words.cl"));
  words.take(program);
  words.join(program);
  const auto group = static_cast<std::size_t>(schedule.number("group"));
  graph.launch_items(graph.kernel(program, "mark_outside_words", {group}),
                     static_cast<std::uint64_t>(2 * (words.across() + size.height)), words.bits(),
                     static_cast<std::int32_t>(size.width), static_cast<std::int32_t>(size.height), words.forest());
  words.write_kept(program, size_of(format.type));
  return graph;
}

op::Graph holes_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  if (has_kept(problem)) return holes_of_part(problem, schedule, maker);
  const auto& [format, size, layers] = problem.inputs.image(0);
  if (goes_by_words(schedule, size) && neighbourhood_of(problem).pages == 1)
    return holes_by_words(problem, schedule, maker);
  Graph graph(maker);
  const Regions regions(problem, schedule);
  const Neighbourhood around = neighbourhood_of(problem);
  op::Source source = volume_source(regions, around, true, "fill_holes.cl");
  source.define("WHITE", white_bits(format.type)).define("SAMPLE", bits_of(format.type));
  const ocl::Program program = maker.program(source);
  const op::GraphValue forest = add_volume_forest(graph, program, regions, around, problem.inputs.image(0), schedule);
  const auto width = static_cast<std::int32_t>(size.width), height = static_cast<std::int32_t>(size.height);
  if (around.in_next_page() > 0)
    regions.add_rows(graph, program, "mark_outside_volume", {forest, width, height});
  else
    graph.launch_items(graph.kernel(program, "mark_outside", {regions.group()}),
                       static_cast<std::uint64_t>(2 * (size.width * around.pages + size.height)), forest, width, height,
                       std::int32_t{1}, std::int32_t{1});
  regions.add_rows(graph, program, "write_filled", {forest, width, std::int32_t{0}, std::int32_t{0}, Graph::output(0)});
  return graph;
}

// Zeros at the edge count.
KeepRule holes_rule(const op::Instance& problem) {
  const ImageType& image = problem.inputs.image(0);
  const auto mark = [set = mark_set(image.format.type), last = image.size.height - 1](
                        const std::byte* row, std::int64_t y, std::span<std::uint8_t> marks) {
    set(row, y, marks);
    const std::uint8_t zero = y == 0 || y == last ? 2 : 1;
    for (std::uint8_t& one : marks) one = one != 0 ? 0 : zero;
    for (std::uint8_t* side : {&marks.front(), &marks.back()})
      if (*side != 0) *side = 2;
  };
  return {neighbourhood_of(problem).neighbours, 1, mark};
}

// Whether a region's label occurs at the edge, which first and last pages are, too.
std::vector<bool> labels_at_edge(const std::vector<std::int32_t>& labels, Size size, const Neighbourhood& around) {
  const auto is_first_or_last = [](std::int64_t place, std::int64_t count) { return place == 0 || place == count - 1; };
  std::vector<bool> at_edge(labels.size() + 1);
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x)
      if (is_first_or_last(x, size.width) || is_first_or_last(y % around.page_rows, around.page_rows) ||
          (around.in_next_page() > 0 && is_first_or_last(y / around.page_rows, around.pages)))
        at_edge[static_cast<std::size_t>(labels[static_cast<std::size_t>(y * size.width + x)])] = true;
  return at_edge;
}

std::optional<std::string> holes_mismatch(const op::Instance& problem, const op::HostValues& in,
                                          const op::HostValues& out) {
  const Image& image = in.image(0);
  IsSet zeros = set_pixels(image);
  zeros.flip();
  const std::vector<std::int32_t> labels = labels_of(zeros, image.size(), neighbourhood_of(problem));
  const std::vector<bool> at_edge = labels_at_edge(labels, image.size(), neighbourhood_of(problem));
  const double white = max_value(image.format().type);
  return op::first_outside(out.image(0), [&](std::int64_t x, std::int64_t y, int) -> op::Range {
    const std::int32_t label = labels[static_cast<std::size_t>(y * image.width() + x)];
    const double value = label == 0 || !at_edge[static_cast<std::size_t>(label)] ? white : 0;
    return {value, value};
  });
}

}  // namespace

op::Op fill_holes() {
  op::Op op;
  op.info = describe_holes();
  set_regions(op, true);
  op.outputs = holes_outputs;
  set_keeping(op, holes_rule);
  op.make = holes_make;
  op.mismatch = holes_mismatch;
  op.cases = [types = op.info.inputs.front().types](int effort) {
    std::vector<op::Case> cases = region_cases("fill_holes", types, by_neighbours(), effort);
    for (op::Case& one : kept_cases(fill_holes(), holes_rule, cases)) cases.push_back(std::move(one));
    for (op::Case& one : volume_cases("fill_holes", types, {{"neighbours", std::string("6")}}, effort))
      cases.push_back(std::move(one));
    return cases;
  };
  return op;
}

}  // namespace lenslet::ops
