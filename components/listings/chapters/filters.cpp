// Text 001's second article: gradient filters of an image, in every variant that it times.
#include "listings/chapters.hpp"
#include "listings/plain.hpp"

namespace lenslet::listings {
namespace {

constexpr int replicate = 1;  // OpenCV's number, which the text's times have
constexpr std::size_t group = 16;

// The smallest images of the text's pyramid, 483 x 540, cut to whole groups.
Size octave(double scale) {
  return {scaled(483, scale, group), scaled(540, scale, group)};
}

// Scharr's mask of a side: six coefficients that are not 0, at its border. Those of 5 x 5 and more are not in the text,
// but in its author's public code.
struct Scharr {
  double corner, middle;
};

Scharr scharr_of(int side) {
  if (side == 3) return {3, 10};
  const int reach = side / 2;
  const double corner = 1 / (2 * reach * (10.0 / 3 + 2));
  return {corner, corner * 10 / 3};
}

double tolerance_of(int side) {
  return side == 3 ? 0 : 1e-4;  // sums of whole numbers are exact
}

std::vector<double> mask_of(int side, bool of_y) {
  const Scharr scharr = scharr_of(side);
  const std::int64_t last = side - 1, half = side / 2;
  return each_pixel({side, side}, [&](std::int64_t x, std::int64_t y) -> double {
    const std::int64_t along = of_y ? y : x, across = of_y ? x : y;
    if (along != 0 && along != last) return 0;
    const double size = across == half ? scharr.middle : across == 0 || across == last ? scharr.corner : 0;
    return along == 0 ? -size : size;
  });
}

Expected filtered(Size size, int side, bool of_y) {
  return [=](const Values& before) {
    const Picture from(before.at("imgIn"), size);
    const std::vector<double> mask = mask_of(side, of_y);
    const int half = side / 2;
    return each_pixel(size, [&](auto x, auto y) {
      double sum = 0;
      for (int i = 0; i < side * side; ++i)
        if (mask[static_cast<std::size_t>(i)] != 0)
          sum += mask[static_cast<std::size_t>(i)] * from.nearest(x + i % side - half, y + i / side - half);
      return sum;
    });
  };
}

Memory mask_memory(const std::string& name, std::vector<double> mask) {
  const auto count = static_cast<std::int64_t>(mask.size());
  return input(name, SampleType::f32, {count}, elements_of(std::move(mask)));
}

Memory picture(Size size) {
  return input_image("imgIn", size, whole_numbers(256));
}

KernelRange grouped(Size size) {
  return {.global = range_of(size), .group = {group, group}};
}

Setup single(const char* kernel, int side, double scale) {
  const Size size = octave(scale);
  return {.memory = {picture(size), output_image("imgOut", size), mask_memory("filterKernel", mask_of(side, false))},
          .steps = {{kernel, grouped(size), {Use{"imgIn"}, Use{"imgOut"}, Use{"filterKernel"}, replicate}}},
          .checks = {{"imgOut", filtered(size, side, false), tolerance_of(side)}},
          .side_macro = "GROUP"};
}

Setup twice(const char* kernel, int side, double scale) {
  const Size size = octave(scale);
  return {
      .memory = {picture(size), output_image("imgOut1", size), output_image("imgOut2", size),
                 mask_memory("filterKernel1", mask_of(side, false)), mask_memory("filterKernel2", mask_of(side, true))},
      .steps = {{kernel,
                 grouped(size),
                 {Use{"imgIn"}, Use{"imgOut1"}, Use{"imgOut2"}, Use{"filterKernel1"}, Use{"filterKernel2"},
                  replicate}}},
      .checks = {{"imgOut1", filtered(size, side, false), tolerance_of(side)},
                 {"imgOut2", filtered(size, side, true), tolerance_of(side)}},
      .side_macro = "GROUP"};
}

Setup predefined(const char* kernel, int side, bool of_y, double scale) {
  const Size size = octave(scale);
  return {.memory = {picture(size), output_image("imgOut", size)},
          .steps = {{kernel, grouped(size), {Use{"imgIn"}, Use{"imgOut"}, replicate}}},
          .checks = {{"imgOut", filtered(size, side, of_y), tolerance_of(side)}},
          .side_macro = "GROUP"};
}

Setup predefined_twice(const char* kernel, int side, double scale) {
  Setup setup = twice(kernel, side, scale);
  setup.memory.resize(3);
  setup.steps[0].arguments = {Use{"imgIn"}, Use{"imgOut1"}, Use{"imgOut2"}, replicate};
  return setup;
}

// dx is the column (-3, -10, -3) by the row (1, 0, -1).
const std::vector<double> row_of_dx = {1, 0, -1}, column_of_dx = {-3, -10, -3};

Step pass(const char* kernel, const char* from, const char* to, Size size) {
  return {kernel, {.global = range_of(size)}, {Use{from}, Use{to}, Use{"row"}, Use{"column"}, replicate}};
}

Setup separated(double scale) {
  const Size size = octave(scale);
  return {.memory = {picture(size), output_image("between", size), output_image("imgOut", size),
                     mask_memory("row", row_of_dx), mask_memory("column", column_of_dx)},
          .steps = {pass("filter_single_1xN", "imgIn", "between", size),
                    pass("filter_single_Nx1", "between", "imgOut", size)},
          .checks = {{"imgOut", filtered(size, 3, false)}}};
}

// The text's sum by hand: the column first, then the row, turned round as a convolution has it.
Setup separated_by_hand(double) {
  constexpr Size size{4, 4};
  const std::vector<double> pixels = {0, 1, 0, 1, 2, 2, 0, 0, 0, 3, 1, 0, 0, 1, 0, 0};
  const auto numbers = [](const std::vector<std::pair<std::size_t, double>>& known) {
    return [=](const Values&) {
      std::vector<double> all(16);
      for (const auto& [place, number] : known) all[place] = number;
      return all;
    };
  };
  return {.memory = {input_image("imgIn", size, elements_of(pixels)), output_image("between", size),
                     output_image("imgOut", size), mask_memory("row", {-1, 0, 1}), mask_memory("column", column_of_dx)},
          .steps = {pass("filter_single_Nx1", "imgIn", "between", size),
                    pass("filter_single_1xN", "between", "imgOut", size)},
          .checks = {{.what = "between",
                      .expected = numbers({{8, -6}, {9, -39}, {10, -10}}),
                      .only = {8, 9, 10},
                      .shown = {8, 9, 10}},
                     {.what = "imgOut", .expected = numbers({{9, -4}}), .only = {9}, .shown = {9}}}};
}

std::vector<std::int64_t> rules_of_borders(std::int64_t n) {
  std::vector<std::int64_t> places;
  const auto mirrored = [n](std::int64_t at, std::int64_t edge) {
    const std::int64_t period = 2 * n - edge, part = (at % period + period) % period;
    return part < n ? part : period - part - (edge == 0 ? 1 : 0);
  };
  const auto add = [&](const auto& rule) {
    for (std::int64_t at = 1 - n; at < 2 * n - 1; ++at) places.push_back(rule(at));
  };
  add([n](auto at) { return at < 0 || at >= n ? -1 : at; });
  add([n](auto at) { return std::clamp<std::int64_t>(at, 0, n - 1); });
  add([&](auto at) { return mirrored(at, 0); });
  add([n](auto at) { return (at + n) % n; });
  add([&](auto at) { return mirrored(at, 2); });
  return places;
}

Setup border_rules(double) {
  constexpr std::int64_t n = 8;
  return {.memory = {output("out", SampleType::i32, {5, 3 * n - 2})},
          .steps = {{"border_coordinates", {.global = {3 * n - 2, 5}}, {Use{"out"}, static_cast<int>(n)}}},
          .checks = {{"out", [](const Values&) {
                        const std::vector<std::int64_t> places = rules_of_borders(n);
                        return std::vector<double>(places.begin(), places.end());
                      }}}};
}

Counterpart scharr_op(int side, bool of_y, const char* check) {
  return {ops::Scharr{.dx = of_y ? 0 : 1, .dy = of_y ? 1 : 0, .ksize = side},
          {"imgIn"},
          {.border = Border::replicate},
          check,
          1e-4};
}

Counterpart both_op(int side) {
  return {ops::Scharr{.ksize = side, .both = true}, {"imgIn"}, {.border = Border::replicate}, "imgOut1", 1e-4};
}

const Fault no_barrier{.what =
                           "No barrier stands behind the copy into local memory: items read what others have not "
                           "copied yet.",
                       .cure = "barrier(CLK_LOCAL_MEM_FENCE) behind the copy.",
                       .effect = Effect::maybe,
                       .options = "-D AS_PRINTED=1"};
const Fault local_in_helper{.what = "The local array is declared in a helper function.",
                            .cure = "The kernel declares it and passes a pointer.",
                            .effect = Effect::no_program,
                            .options = "-D AS_PRINTED=2"};
const Fault parenthesis{.what = "A parenthesis too many: float sum = 0.0);.",
                        .cure = "float sum = 0.0f;.",
                        .effect = Effect::no_program,
                        .options = "-D AS_PRINTED=3"};

std::string sides_option(int side) {
  return side == 3 ? "" : fmt::format("-D COLS={0} -D ROWS={0}", side);
}

std::string sides_text(int side) {
  return fmt::format("{0} x {0}", side);
}

// Names of listings have the side where it is not that of the print.
std::string named(const std::string& name, int side) {
  return side == 3 ? name : fmt::format("{0}-{1}x{1}", name, side);
}

Listing single_listing(int side) {
  return {.name = named("filter-single", side),
          .title = fmt::format("A filter of {} in one launch", sides_text(side)),
          .what =
              "Scharr's derivative in x; the mask is an argument in constant memory, each pixel is read from the "
              "image once for each coefficient.",
          .places = {{"001", 180, 271, "G01"}, {"001", 182, 0, "G11"}},
          .setup = [=](double scale) { return single("filter_single", side, scale); },
          .options = sides_option(side),
          .file = "filter.cl",
          .lenslet = scharr_op(side, false, "imgOut"),
          .faults = side == 3 ? std::vector{parenthesis} : std::vector<Fault>{}};
}

Listing local_listing(int side, int copy, const char* name, const char* way, Place place) {
  return {.name = named(name, side),
          .title = fmt::format("A filter of {} in local memory, copied by {}", sides_text(side), way),
          .what = "A group of 16 x 16 items copies its part of the image, with a margin, into local memory.",
          .places = {std::move(place), {"001", 272, 419, "G02"}},
          .setup = [=](double scale) { return single("filter_single_local", side, scale); },
          .options = sides_option(side) + (copy == 0 ? "" : fmt::format(" -D COPY={}", copy)),
          .file = "filter.cl",
          .lenslet = scharr_op(side, false, "imgOut"),
          .faults = side == 3 ? std::vector{no_barrier, local_in_helper} : std::vector<Fault>{}};
}

Listing both_listing(int side, const char* kernel, const char* name, const char* title, Place place) {
  const bool is_local = std::string_view(kernel).find("local") != std::string_view::npos;
  return {.name = named(name, side),
          .title = fmt::format("{}, of {}", title, sides_text(side)),
          .what = "Scharr's derivatives in x and y in one launch, which reads each pixel once for both.",
          .places = {std::move(place)},
          .setup = [=](double scale) { return twice(kernel, side, scale); },
          .options = sides_option(side),
          .file = "filter.cl",
          .lenslet = both_op(side),
          .faults = is_local ? std::vector{no_barrier} : std::vector<Fault>{}};
}

Listing predefined_listing(int side, const char* kernel, const char* name, const char* title, Place place) {
  const std::string_view word = kernel;
  const bool of_y = word.ends_with("Gy"), is_local = word.find("local") != std::string_view::npos;
  return {.name = named(name, side),
          .title = fmt::format("{}, of {}", title, sides_text(side)),
          .what = "Scharr's six coefficients that are not 0 stand in the program's text.",
          .places = {std::move(place)},
          .setup = [=](double scale) { return predefined(kernel, side, of_y, scale); },
          .options = sides_option(side),
          .file = "filter.cl",
          .lenslet = scharr_op(side, of_y, "imgOut"),
          .faults = is_local ? std::vector{no_barrier} : std::vector<Fault>{}};
}

Listing predefined_both_listing(int side, const char* kernel, const char* name, const char* title) {
  Listing listing = both_listing(side, kernel, name, title, {"001", 609, 628, "G09"});
  listing.setup = [=](double scale) { return predefined_twice(kernel, side, scale); };
  return listing;
}

std::vector<Listing> separated_listings() {
  return {
      {.name = "filter-separated",
       .title = "A filter of 3 x 3 in two launches",
       .what = "Scharr's derivative in x as a row and a column, with an image between the two launches.",
       .places = {{"001", 421, 508, "G06"}},
       .setup = separated,
       .file = "filter.cl",
       .lenslet = scharr_op(3, false, "imgOut"),
       .faults = {{.what = "The horizontal launch gets the column (-3, -10, -3), the vertical one the row (1, 0, -1): "
                           "the result is the derivative in y.",
                   .cure = "The horizontal launch gets the row, the vertical one the column.",
                   .options = "-D AS_PRINTED=4"}}},
      {.name = "filter-separated-by-hand",
       .title = "The text's sum by hand of a separated filter",
       .what = "Of a picture of 4 x 4: -6, -39 and -10 by the column, and from these -4 by the row, as a convolution "
               "has it.",
       .places = {{"001", 436, 450, "G06"}},
       .setup = separated_by_hand,
       .file = "filter.cl",
       .instead = "lenslet run filter2d --flip"}};
}

Listing border_listing() {
  return {.name = "border-coordinate",
          .title = "OpenCV's border rules as a function of coordinates",
          .what =
              "Where coordinates from -7 to 14 are read in a row of 8, by BORDER_CONSTANT (no place: -1), REPLICATE, "
              "REFLECT, WRAP and REFLECT_101; the text calls the function and does not print it.",
          .places = {{"001", 62, 74, "F15"}, {"001", 249, 0, "F15"}},
          .setup = border_rules,
          .file = "filter.cl",
          .instead = "border_index() of border.hpp; lenslet run OP --border"};
}

}  // namespace

std::vector<Listing> filters() {
  std::vector<Listing> all = separated_listings();
  all.push_back(border_listing());
  for (const int side : {3, 5, 7, 9}) {
    all.push_back(single_listing(side));
    all.push_back(local_listing(side, 0, "filter-local", "the text's choice", {"001", 315, 339, "G05"}));
    all.push_back(predefined_both_listing(side, "filter_double_G", "filter-double-predefined",
                                          "Two filters in one launch, their coefficients in the text"));
  }
  for (const int side : {3, 9}) {
    all.push_back(local_listing(side, 2, "filter-local-two-loops", "two loops", {"001", 315, 394, "G03"}));
    all.push_back(local_listing(side, 1, "filter-local-one-loop", "one loop", {"001", 333, 417, "G04"}));
  }
  all.push_back(
      both_listing(3, "filter_double", "filter-double", "Two filters in one launch", {"001", 511, 560, "G07"}));
  all.push_back(both_listing(3, "filter_double_local", "filter-double-local",
                             "Two filters in one launch in local memory", {"001", 609, 628, "G09"}));
  all.push_back(predefined_listing(3, "filter_single_Gx", "filter-predefined",
                                   "The derivative in x by coefficients in the text", {"001", 562, 607, "G08"}));
  all.push_back(predefined_listing(3, "filter_single_Gy", "filter-predefined-y",
                                   "The derivative in y by coefficients in the text", {"001", 562, 607, "G08"}));
  all.push_back(predefined_listing(3, "filter_single_local_Gx", "filter-predefined-local",
                                   "Coefficients in the text, pixels in local memory", {"001", 609, 628, "G09"}));
  all.push_back(predefined_both_listing(3, "filter_double_local_G", "filter-double-predefined-local",
                                        "Two filters in one launch in local memory, their coefficients in the text"));
  return all;
}

}  // namespace lenslet::listings
