// Finds edges one pixel wide, as OpenCV's Canny does.
#include "ops/canny/canny.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "ops/bands.hpp"
#include "ops/connected/kept.hpp"
#include "ops/parameters.hpp"

namespace lenslet::ops {
namespace {

constexpr char marks_parameter[] = "marks";

constexpr char canny_details[] =
    "Sobel derivatives by masks of `ksize`, with the nearest pixels beyond the image, give each pixel a gradient. One "
    "is "
    "an edge's where it is greater than `low`, and than those of both pixels next to it in the direction, out of four, "
    "that it is nearest to; it is kept where neighbours of edges, of eight, lead to a gradient greater than `high`. "
    "Kept pixels are 255, all others 0, in u8. Magnitudes are |dx| + |dy|, with l2 the root of dx^2 + dy^2, in units "
    "of "
    "the samples; with ksize 7 derivatives and levels are divided by 16. Of several colours the greatest gradient "
    "counts, and alpha does not. For u8 it equals OpenCV's Canny to the bit, but that OpenCV takes alpha for a colour. "
    "u16 is computed alike, in integers, floats in f32. A sigma above 0 blurs first, by a Gaussian of 4 sigma to each "
    "side in f32, mirrored at the border, as scikit-image's canny does: that one's levels are for a Sobel mask of sum "
    "1, "
    "and it compares gradients between pixels. A low level above the high one is taken for it. Strips of an image, on "
    "one or several devices, mark its edges once before, to learn which of theirs go on in others and are above the "
    "high level there; one process has them all. No regions by themselves.";

Parameter edge_parameter(const char* name, const char* summary, double initial) {
  return {
      .name = name, .summary = summary, .kind = ParameterKind::real, .initial = initial, .minimum = 0, .maximum = 1e15};
}

OpInfo describe_canny() {
  constexpr double greatest_sigma = 100;
  return {.name = "canny",
          .summary = "Edges one pixel wide, by two thresholds of the gradient.",
          .details = canny_details,
          .parameters = {edge_parameter("low", "What the gradients of an edge are above.", 100),
                         edge_parameter("high", "What one gradient of an edge is above.", 200),
                         {.name = "ksize",
                          .summary = "Side of the derivatives' mask.",
                          .kind = ParameterKind::choice,
                          .initial = std::string("3"),
                          .unit = "pixels",
                          .choices = {"3", "5", "7"}},
                         flag_parameter("l2", "Magnitudes are Euclidean."),
                         {.name = "sigma",
                          .summary = "Standard deviation of a blur before; 0: none.",
                          .kind = ParameterKind::real,
                          .initial = 0.0,
                          .unit = "pixels",
                          .minimum = 0,
                          .maximum = greatest_sigma},
                         {.name = marks_parameter,
                          .summary = "Gives the marks of edges, from which strips learn what goes on in others.",
                          .kind = ParameterKind::flag,
                          .initial = false,
                          .internal = true}},
          .outputs = {"out"},
          .inputs = {{"image", Reads::whole}},
          .synonyms = {"cannyedges", "thinedges"}};
}

op::Types canny_outputs(const op::Arguments& arguments, const op::Types& inputs) {
  check_pixel_count("canny", inputs.image(0));
  KeptRegions::read(arguments, inputs.image(0).size);
  return std::vector<ValueType>{ImageType{{SampleType::u8, 1}, inputs.image(0).size}};
}

// The marks count that are above the high level.
KeepRule canny_rule(const op::Instance& problem) {
  Call before{"canny", {{marks_parameter, true}}};
  for (const char* name : {"low", "high", "ksize", "l2", "sigma"}) before.arguments[name] = problem.arguments.get(name);
  const auto mark = [](const std::byte* row, std::int64_t, std::span<std::uint8_t> marks) {
    std::memcpy(marks.data(), row, marks.size());
  };
  return {8, 1, mark, before};
}

// With the rows of gradients and blurs round the marks.
Rect canny_reads(const op::Instance& problem, const Rect& region, std::size_t) {
  const auto blur = static_cast<std::int64_t>(edge_blur(problem).size() / 2);
  return edge_rows(problem).beside(1 + side_of_derivative(problem) / 2 + blur).rectangle(region);
}

void set_strips(op::Op& op) {
  set_keeping(op, canny_rule);
  op.in_parts = [](const op::Instance& problem) { return gives_marks(problem) || has_kept(problem); };
  op.reads = canny_reads;
  op.gathering = [all = op.gathering](const op::Instance& problem) {
    return gives_marks(problem) ? std::nullopt : all(problem);
  };
}

}  // namespace

bool gives_marks(const op::Instance& problem) {
  return problem.arguments.flag(marks_parameter);
}

PartRows edge_rows(const op::Instance& problem) {
  return gives_marks(problem) ? PartRows(problem.inputs.image(0).size, 1) : rows_of(problem);
}

EdgeLevels edge_levels(const op::Instance& problem) {
  const op::Arguments& given = problem.arguments;
  const double scale = side_of_derivative(problem) == 7 ? 1.0 / 16 : 1;
  const double low = given.real("low") * scale, high = given.real("high") * scale;
  const auto [least, greatest] = std::minmax(low, high);
  return given.flag("l2") ? EdgeLevels{least * least, greatest * greatest} : EdgeLevels{least, greatest};
}

int side_of_derivative(const op::Instance& problem) {
  return problem.arguments.text("ksize").front() - '0';
}

int edge_colours(const op::Instance& problem) {
  const PixelFormat& format = problem.inputs.image(0).format;
  return format.channels - (format.alpha ? 1 : 0);
}

std::vector<float> edge_blur(const op::Instance& problem) {
  const double sigma = problem.arguments.real("sigma");
  if (sigma == 0) return {};
  const auto reach = static_cast<int>(std::ceil(4 * sigma));
  std::vector<double> weights;
  for (int i = -reach; i <= reach; ++i) weights.push_back(std::exp(-0.5 * (i / sigma) * (i / sigma)));
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<float> taps;
  for (const double weight : weights) taps.push_back(static_cast<float>(weight / sum));
  return taps;
}

op::Op canny() {
  op::Op op;
  op.info = describe_canny();
  set_regions(op, true);
  op.outputs = canny_outputs;
  join_channels(op);
  set_strips(op);
  op.make = canny_make;
  op.mismatch = canny_mismatch;
  op.cases = canny_cases;
  // Whether there is a blur decides the stages.
  op.speed = [](const op::Instance& problem) {
    return problem.arguments.text("ksize") + (problem.arguments.flag("l2") ? " l2" : "") +
           (problem.arguments.real("sigma") > 0 ? " blurred" : "") +
           (gives_marks(problem) ? " marks"
            : has_kept(problem)  ? " kept"
                                 : "");
  };
  return op;
}

}  // namespace lenslet::ops
