// Text 000 on edges: smooth with ifs and without, and what texts 003 and 004 put in the place of ifs.
#include <array>

#include "listings/chapters.hpp"
#include "listings/plain.hpp"

namespace lenslet::listings {
namespace {

constexpr double rounding = 1e-6;  // of a quotient of floats

// The text's 1920 x 1080, with at least three columns and rows.
Size hd(double scale) {
  return {scaled(1920, scale, 8), scaled(1080, scale, 4)};
}

Size interior_of(Size size) {
  return {size.width - 2, size.height - 2};
}

Memory picture(const std::string& name, Size size) {
  return input(name, SampleType::f32, {size.height, size.width}, whole_numbers(256));
}

Memory result(Size size) {
  return output("output", SampleType::f32, {size.height, size.width});
}

int width_of(Size size) {
  return static_cast<int>(size.width);
}

double mean_of_five(const Picture& picture, std::int64_t x, std::int64_t y, Reading read) {
  return ((picture.*read)(x, y) + (picture.*read)(x - 1, y) + (picture.*read)(x + 1, y) + (picture.*read)(x, y - 1) +
          (picture.*read)(x, y + 1)) /
         5;
}

double mean_inside(const Picture& picture, std::int64_t x, std::int64_t y) {
  constexpr std::pair<int, int> places[] = {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}};
  double sum = 0;
  int count = 0;
  for (const auto& [dx, dy] : places)
    if (picture.has(x + dx, y + dy)) sum += picture.at(x + dx, y + dy), ++count;
  return sum / count;
}

Expected smoothed(Size size, const std::string& of, Reading read) {
  return [=](const Values& before) {
    const Picture from(before.at(of), size);
    return each_pixel(size, [&](auto x, auto y) { return mean_of_five(from, x, y, read); });
  };
}

Expected means_inside(Size size) {
  return [=](const Values& before) {
    const Picture from(before.at("input"), size);
    return each_pixel(size, [&](auto x, auto y) { return mean_inside(from, x, y); });
  };
}

// Of the pixels with all neighbours; 0 round them.
Expected interior_smoothed(Size size) {
  return [=](const Values& before) {
    const Picture from(before.at("input"), size);
    return each_pixel(size, [&](auto x, auto y) {
      const bool is_inside = x > 0 && y > 0 && x < size.width - 1 && y < size.height - 1;
      return is_inside ? mean_of_five(from, x, y, &Picture::inside) : 0;
    });
  };
}

Expected smoothed_at_clamped(Size size) {
  return [=](const Values& before) {
    const Picture from(before.at("input"), size);
    return each_pixel(size, [&](auto x, auto y) {
      return mean_of_five(from, std::clamp<std::int64_t>(x, 1, size.width - 2),
                          std::clamp<std::int64_t>(y, 1, size.height - 2), &Picture::inside);
    });
  };
}

// Where op smooth has the listing's result, for --compare.
Counterpart smooth_op(const std::string& image, const std::string& check, Border border) {
  return {ops::Smooth{.edge = ops::Smooth::Edge::border}, {image}, {.border = border}, check};
}

Setup with_ifs(double scale) {
  const Size size = hd(scale);
  return {.memory = {picture("input", size), result(size)},
          .steps = {{"smooth", {.global = range_of(size)}, {Use{"input"}, Use{"output"}}}},
          .checks = {{"output", means_inside(size), rounding}}};
}

Setup padded(double scale) {
  const Size size = hd(scale);
  const Numbered value = whole_numbers(256);
  const auto with_frame = [=](std::int64_t i) {
    const std::int64_t x = i % (size.width + 2) - 1, y = i / (size.width + 2) - 1;
    return value(std::clamp<std::int64_t>(y, 0, size.height - 1) * size.width +
                 std::clamp<std::int64_t>(x, 0, size.width - 1));
  };
  return {.memory = {picture("picture", size),
                     input("input", SampleType::f32, {size.height + 2, size.width + 2}, with_frame), result(size)},
          .steps = {{"smooth", {.global = range_of(size)}, {Use{"input"}, Use{"output"}}}},
          .checks = {{"output", smoothed(size, "picture", &Picture::nearest), rounding}}};
}

Setup clamped_in(Size size) {
  return {.memory = {picture("input", size), result(size)},
          .steps = {{"smooth", {.global = range_of(size)}, {Use{"input"}, Use{"output"}}}},
          .checks = {{"output", smoothed_at_clamped(size), rounding}}};
}

Setup interior(double scale) {
  const Size size = hd(scale);
  return {.memory = {picture("input", size), result(size)},
          .steps = {{"smooth",
                     {.global = range_of(interior_of(size)), .offset = {1, 1}},
                     {Use{"input"}, Use{"output"}, width_of(size)}}},
          .checks = {{"output", interior_smoothed(size), rounding}}};
}

// The columns that are a multiple of 8, then the rest.
Setup interior_of_eights(double scale) {
  Setup setup = interior(scale);
  const std::vector<std::size_t> range = range_of(interior_of(hd(scale)));
  const std::size_t eights = range[0] / 8 * 8;
  Step rest = setup.steps[0];
  rest.range = {.global = {range[0] - eights, range[1]}, .offset = {1 + eights, 1}};
  setup.steps[0].range.global[0] = eights;
  setup.steps.push_back(rest);
  return setup;
}

void leave_the_rest(Setup& setup) {
  setup.steps.pop_back();
}

Setup uneven(double scale) {
  const Size size = hd(scale);
  return {.memory = {picture("input", size), result(size)},
          .steps = {{"smooth",
                     {.global = range_of(interior_of(size)), .group = {8, 8}, .offset = {1, 1}, .round_up = true},
                     {Use{"input"}, Use{"output"}, width_of(size), static_cast<int>(size.height)},
                     true}},
          .checks = {{"output", interior_smoothed(size), rounding}}};
}

void leave_groups_uneven(Setup& setup) {
  setup.steps[0].range.round_up = false;
}

using Pair = std::array<float, 2>;

Setup sampled(Size size, const Sampler& sampler, Reading read) {
  const Pair unit =
      sampler.normalized ? Pair{1 / static_cast<float>(size.width), 1 / static_cast<float>(size.height)} : Pair{1, 1};
  return {.memory = {input_image("input", size, whole_numbers(256)), output_image("output", size)},
          .steps = {{"smooth", {.global = range_of(size)}, {Use{"input"}, Use{"output"}, sampler, unit}}},
          .checks = {{"output", smoothed(size, "input", read), rounding}}};
}

Setup with_zeros(double scale) {
  return sampled(hd(scale), {.address = Sampler::Address::clamp}, &Picture::zero);
}

Setup repeated(double scale) {
  return sampled(hd(scale), {.normalized = true, .address = Sampler::Address::repeat}, &Picture::wrapped);
}

void repeat_in_texels(Setup& setup) {
  setup.steps[0].arguments[2] = Sampler{.normalized = false, .address = Sampler::Address::repeat};
  setup.steps[0].arguments[3] = Pair{1, 1};
}

Expected lesser_kept() {
  return [](const Values& before) {
    const std::vector<double>&f = before.at("f"), &g = before.at("g");
    return each_of(f.size(), [&](std::size_t i) { return f[i] < g[i] ? f[i] : 0; });
  };
}

Setup masks(double scale) {
  const std::int64_t n = scaled(1024, scale, 4);
  Setup setup{.memory = {input("f", SampleType::f32, {n}, whole_numbers(100, 1)),
                         input("g", SampleType::f32, {n}, whole_numbers(100, 2))}};
  for (const std::string way : {"by_mask", "by_select", "by_if"}) {
    setup.memory.push_back(output(way + "_out", SampleType::f32, {n}));
    setup.steps.push_back(
        {way, {.global = {static_cast<std::size_t>(n) / 4}}, {Use{"f"}, Use{"g"}, Use{way + "_out"}}});
    setup.checks.push_back({way + "_out", lesser_kept()});
  }
  return setup;
}

Expected branched() {
  return [](const Values& before) {
    const std::vector<double>&x = before.at("branching_x"), &y = before.at("y"), &z = before.at("z");
    return each_of(x.size(), [&](std::size_t i) {
      const double sum = y[i] > z[i] ? x[i] + y[i] : x[i] - z[i];
      return sum > 0 && y[i] > 0 && z[i] > 0 ? std::floor(sum / 2) : sum;
    });
  };
}

Setup branch_ways(double scale) {
  const std::int64_t n = scaled(1024, scale);
  const auto numbers = [](std::uint32_t seed) {
    return [value = whole_numbers(201, seed)](std::int64_t i) { return value(i) - 100; };
  };
  Setup setup{.memory = {input("y", SampleType::i32, {n}, numbers(1)), input("z", SampleType::i32, {n}, numbers(2))}};
  for (const std::string way : {"branching", "branchless"}) {
    Memory x = input(way + "_x", SampleType::i32, {n}, numbers(3));
    x.output = true;
    setup.memory.push_back(x);
    setup.steps.push_back({way, {.global = {static_cast<std::size_t>(n)}}, {Use{"y"}, Use{"z"}, Use{way + "_x"}}});
    setup.checks.push_back({way + "_x", branched()});
  }
  return setup;
}

std::vector<Listing> with_tests() {
  return {
      {.name = "smooth-ifs",
       .title = "smooth with four ifs",
       .what = "The mean of a pixel and of those of its four neighbours that the picture of 1920 x 1080 has.",
       .places = {{"000", 6, 17, "F01"}},
       .setup = with_ifs,
       .lenslet = Counterpart{ops::Smooth{}, {"input"}, {}, "output"},
       .faults = {{"A neighbour counts only before the last column and the last row, so that the pixels beside them "
                   "lose one that is there.",
                   "The tests are x + 1 < width and y + 1 < height."}}},
      {.name = "smooth-padded",
       .title = "smooth of a padded picture",
       .what = "The mean of five pixels without a test: the input has a frame of one pixel on each side.",
       .places = {{"000", 17, 19, "F02"}},
       .setup = padded,
       .lenslet = smooth_op("picture", "output", Border::replicate),
       .faults = {{"Pixels are found by the launch's width and without the frame, so that rows are sheared and the "
                   "first ones are read from before the input.",
                   "Rows are width + 2 apart, and pixel x, y lies at x + 1, y + 1."}}}};
}

std::vector<Listing> at_clamped() {
  return {{.name = "smooth-clamped",
           .title = "smooth at clamped coordinates",
           .what = "Items of the border compute the nearest pixel that has all neighbours.",
           .places = {{"000", 20, 34, "F03"}},
           .setup = [](double scale) { return clamped_in(hd(scale)); },
           .faults = {{"The result is written at the clamped place, too, so that no item writes the border.",
                       "The result is written at the item's own place."}}},
          {.name = "smooth-clamped-8x6",
           .title = "smooth at clamped coordinates, of 8 x 6 pixels",
           .what = "The listing before this one, of a picture so small that its pixels can be counted: as printed it "
                   "writes 24 of 48.",
           .places = {{"000", 20, 34, "F03"}},
           .setup =
               [](double) {
                 return clamped_in({8, 6});
               },
           .file = "smooth-clamped.cl",
           .faults = {{"24 of 48 pixels are never written.", "The result is written at the item's own place."}}}};
}

std::vector<Listing> of_the_interior() {
  return {
      {.name = "smooth-interior",
       .title = "smooth on the interior",
       .what = "A launch from 1, 1 over 1918 x 1078 of 1920 x 1080 pixels, all of which have four neighbours.",
       .places = {{"000", 35, 44, "F04"}},
       .setup = interior,
       .instead = "lenslet run smooth --edge border --border discard",
       .faults = {{"The picture's width is taken from the range, which is two columns less now.",
                   "The width is an argument."}}},
      {.name = "smooth-interior-eights",
       .title = "smooth on the interior, in columns of a multiple of 8",
       .what = "A launch over 1912 columns, a multiple of 8, and one over the 6 that are left.",
       .places = {{"000", 35, 44, "F04"}},
       .setup = interior_of_eights,
       .file = "smooth-interior.cl",
       .instead = "lenslet run smooth --edge border --border discard",
       .faults = {{.what = "There is no second launch, so that 6 columns are not computed.",
                   .cure = "A second launch computes the columns that are left.",
                   .options = "",
                   .alter = leave_the_rest}}},
      {.name = "smooth-uneven",
       .title = "smooth in groups that need not divide the range",
       .what = "The interior in groups of 8 x 8, with 6 columns and rows in the last ones.",
       .places = {{"000", 45, 48, "F05"}},
       .setup = uneven,
       .instead = "lenslet run smooth: a schedule whose range is rounded up, or uneven groups where a device has them",
       .faults = {{.what = "The range is no multiple of the group, which OpenCL 1.x refuses.",
                   .cure = "The range is rounded up, and the items that are too many do nothing.",
                   .effect = Effect::maybe,
                   .alter = leave_groups_uneven}}}};
}

std::vector<Listing> of_image_objects() {
  return {{.name = "smooth-sampler",
           .title = "smooth of an image object, with zeros outside",
           .what = "The mean of five pixels without a test: the sampler gives 0 for what lies outside.",
           .places = {{"000", 49, 53, "F06"}},
           .setup = with_zeros,
           .lenslet = smooth_op("input", "output", Border::constant)},
          {.name = "smooth-sampler-repeat",
           .title = "smooth of an image object that repeats",
           .what = "The mean of five pixels without a test: the sampler gives the opposite side for what lies outside.",
           .places = {{"000", 49, 53, "F06"}},
           .setup = repeated,
           .file = "smooth-sampler.cl",
           .lenslet = smooth_op("input", "output", Border::wrap),
           .faults = {{.what = "The sampler repeats the image for coordinates in texels, which OpenCL does not have.",
                       .cure = "Coordinates go from 0 to 1.",
                       .effect = Effect::refused,
                       .options = "",
                       .alter = repeat_in_texels}}}};
}

std::vector<Listing> without_ifs() {
  return {{.name = "mask-select",
           .title = "Masks and built-in functions in the place of ifs",
           .what = "Floats that are less than their partners are kept, the others become 0: by a mask of bits, by "
                   "select(), and by an if.",
           .places = {{"004", 4564, 0, "F10"}, {"003", 11, 12, "F10"}},
           .setup = masks,
           .instead = "lenslet map \"x < y ? x : 0\""},
          {.name = "branches",
           .title = "Branches put otherwise",
           .what = "A sum by an if or by a conditional expression, and three conditions in a chain or as one bool.",
           .places = {{"004", 5353, 5377, "F11"}},
           .setup = branch_ways,
           .instead = "lenslet study divergence"}};
}

}  // namespace

std::vector<Listing> edges() {
  std::vector<Listing> all;
  for (const auto& part : {with_tests(), at_clamped(), of_the_interior(), of_image_objects(), without_ifs()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace lenslet::listings
