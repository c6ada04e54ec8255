// Texts 001 and 004 on samplers: what they read outside an image and between texels.
#include <array>

#include "listings/chapters.hpp"
#include "listings/plain.hpp"

namespace lenslet::listings {
namespace {

constexpr std::int64_t texels = 10;
constexpr std::size_t lines = 21, columns = 5;  // the coordinate, and four modes

using Line = std::array<double, columns - 1>;  // MIRRORED_REPEAT, REPEAT, CLAMP_TO_EDGE, CLAMP

// What the text prints for an AMD R9 290.
constexpr Line of_gpu[lines] = {
    {5, 6, 1, 0},     {4, 7, 1, 0},   {3, 8, 1, 0},  {2, 9, 1, 0},  {1, 10, 1, 0}, {1, 1, 1, 1},  {2, 2, 2, 2},
    {3, 3, 3, 3},     {4, 4, 4, 4},   {5, 5, 5, 5},  {6, 6, 6, 6},  {7, 7, 7, 7},  {8, 8, 8, 8},  {9, 9, 9, 9},
    {10, 10, 10, 10}, {10, 1, 10, 0}, {9, 2, 10, 0}, {8, 3, 10, 0}, {7, 4, 10, 0}, {6, 5, 10, 0}, {5, 6, 10, 0}};

// And for an Intel i7-5820K, where that differs: the mirrored part, and 1.3 and 1.4 of what is repeated.
constexpr double mirrored_by_cpu_left[] = {6, 5, 4, 3, 2}, mirrored_by_cpu_right[] = {10, 10, 8, 8, 7, 6};
constexpr std::size_t right_of_image = 15;

std::vector<double> column_of_gpu(double part) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < lines; ++i) {
    numbers.push_back((static_cast<double>(i) - 5 + part) / 10);
    numbers.insert(numbers.end(), of_gpu[i].begin(), of_gpu[i].end());
  }
  return numbers;
}

std::vector<double> column_of_cpu() {
  std::vector<double> numbers = column_of_gpu(0);
  for (std::size_t i = 0; i < std::size(mirrored_by_cpu_left); ++i) numbers[i * columns + 1] = mirrored_by_cpu_left[i];
  for (std::size_t i = 0; i < std::size(mirrored_by_cpu_right); ++i)
    numbers[(right_of_image + i) * columns + 1] = mirrored_by_cpu_right[i];
  for (const std::size_t line : {right_of_image + 3, right_of_image + 4}) numbers[line * columns + 2] -= 1;
  return numbers;
}

// The texel of a place, which may be outside, in each of the four modes.
Line texels_at(std::int64_t place) {
  const auto end = [](std::int64_t at) { return static_cast<double>(std::clamp<std::int64_t>(at, 0, texels - 1) + 1); };
  const std::int64_t mirrored = place < 0 ? -1 - place : place >= texels ? 2 * texels - 1 - place : place;
  return {end(mirrored), end((place + texels) % texels), end(place), place < 0 || place >= texels ? 0 : end(place)};
}

// All coordinates lie between two texels. OpenCL leaves open how a coordinate is rounded, and so which of them is read.
std::function<std::vector<double>(const Values&)> texels_beside_edges(std::int64_t side) {
  return [side](const Values&) {
    std::vector<double> numbers;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(lines); ++i) {
      numbers.push_back(static_cast<double>(i - 5) / 10);
      const Line line = texels_at(i - 5 + side);
      numbers.insert(numbers.end(), line.begin(), line.end());
    }
    return numbers;
  };
}

const Check::Column by_rounding{"either texel of an edge", texels_beside_edges(0), texels_beside_edges(-1)};
const Check::Column by_gpu{"the text's GPU", [](const Values&) { return column_of_gpu(0); }};

Setup on_the_edges(double) {
  Memory row = input("texels", SampleType::f32, {texels, 1}, [](std::int64_t i) { return static_cast<double>(i + 1); });
  row.image = ImageKind::image1d;
  return {.memory = {row, output("out", SampleType::f32, {lines, columns})},
          .steps = {{"sampler_test", KernelRange::one_item(), {Use{"texels"}, Use{"out"}}}},
          .checks = {{.what = "out",
                      .expected = [](const Values&) { return column_of_cpu(); },
                      .tolerance = 1e-6,
                      .column = "the text's CPU",
                      .or_else = {by_gpu, by_rounding}}}};
}

Setup at_centres(double scale) {
  Setup setup = on_the_edges(scale);
  setup.checks = {{"out", [](const Values&) { return column_of_gpu(0.5); }, 1e-6}};
  return setup;
}

// The mistake: to expect of every device what one gives.
void expect_the_gpu(Setup& setup) {
  setup.checks = {{.what = "out", .expected = by_gpu.expected, .tolerance = 1e-6, .column = by_gpu.name}};
}

// The image of text 004: five rows of 10, 20, 30, 40 and 50. Places are an eighth off the quarters, so that none lies
// on a texel's edge and all weights of a linear filter are exact.
constexpr Size image{5, 5};
constexpr std::int64_t places = 4 * (5 + 2);

double place(std::int64_t i) {
  return static_cast<double>(i) / 4 - 1 + 0.125;
}

struct Mode {
  const char* name;
  Sampler::Address address;
  bool normalized_only;
};

constexpr Mode modes[] = {{"none", Sampler::Address::none, false},
                          {"clamp_to_edge", Sampler::Address::clamp_to_edge, false},
                          {"clamp", Sampler::Address::clamp, false},
                          {"repeat", Sampler::Address::repeat, true},
                          {"mirrored_repeat", Sampler::Address::mirrored_repeat, true}};

// The texel of a column that may lie outside, by OpenCL's rules.
double texel(std::int64_t at, Sampler::Address address) {
  std::int64_t x = at;
  if (address == Sampler::Address::repeat) x = (at + image.width) % image.width;
  if (address == Sampler::Address::mirrored_repeat)
    x = at < 0 ? -1 - at : at >= image.width ? 2 * image.width - 1 - at : at;
  if (address == Sampler::Address::clamp && (at < 0 || at >= image.width)) return 0;
  return 10 * static_cast<double>(std::clamp<std::int64_t>(x, 0, image.width - 1) + 1);
}

double sample(double u, const Sampler& sampler) {
  if (sampler.filter == Sampler::Filter::nearest)
    return texel(static_cast<std::int64_t>(std::floor(u)), sampler.address);
  const double left = std::floor(u - 0.5), part = u - 0.5 - left;
  const auto x = static_cast<std::int64_t>(left);
  return (1 - part) * texel(x, sampler.address) + part * texel(x + 1, sampler.address);
}

// Where CLK_ADDRESS_NONE is defined: all texels that are read lie inside.
std::vector<std::size_t> defined_places(const Sampler& sampler) {
  std::vector<std::size_t> inside;
  if (sampler.address != Sampler::Address::none) return inside;
  const double margin = sampler.filter == Sampler::Filter::linear ? 0.5 : 0;
  for (std::int64_t i = 0; i < places; ++i)
    if (place(i) >= margin && place(i) < static_cast<double>(image.width) - margin)
      inside.push_back(static_cast<std::size_t>(i));
  return inside;
}

void add_combination(Setup& setup, const Mode& mode, Sampler sampler) {
  sampler.address = mode.address;
  const std::string name = fmt::format("{}{}_{}", sampler.normalized ? "normalized_" : "",
                                       sampler.filter == Sampler::Filter::linear ? "linear" : "nearest", mode.name);
  setup.memory.push_back(output(name, SampleType::f32, {places}));
  const std::vector<std::size_t> inside = defined_places(sampler);
  KernelRange range{.global = {static_cast<std::size_t>(places)}};
  if (!inside.empty()) range = {.global = {inside.size()}, .offset = {inside.front()}};  // others crash some drivers
  setup.steps.push_back(
      {"image_sampler", range, {Use{"image"}, sampler, Use{sampler.normalized ? "shares" : "places"}, Use{name}}});
  const auto expected = [sampler](const Values&) {
    return each_of(places, [&](std::size_t i) { return sample(place(static_cast<std::int64_t>(i)), sampler); });
  };
  setup.checks.push_back({.what = name, .expected = expected, .tolerance = 1e-2, .only = inside});
}

Setup combinations(double) {
  const auto at = [](double width, double height) {
    return [=](std::int64_t i) { return i % 2 == 0 ? place(i / 2) / width : 2.5 / height; };
  };
  Setup setup{
      .memory = {input_image("image", image, [](std::int64_t i) { return 10.0 * static_cast<double>(i % 5 + 1); }),
                 input("places", SampleType::f32, {places, 2}, at(1, 1)),
                 input("shares", SampleType::f32, {places, 2}, at(5, 5))}};
  for (const bool normalized : {false, true})
    for (const auto filter : {Sampler::Filter::nearest, Sampler::Filter::linear})
      for (const Mode& mode : modes)
        if (normalized || !mode.normalized_only)
          add_combination(setup, mode, {.normalized = normalized, .filter = filter});
  return setup;
}

// Some drivers, PoCL among them, have zeros outside of every image.
std::function<std::vector<double>(const Values&)> colours_with(double alpha_outside_of_grey) {
  return [=](const Values&) {
    return std::vector<double>{10, 0, 0, 1, 0, 0, 0, alpha_outside_of_grey, 10, 20, 30, 40, 0, 0, 0, 0};
  };
}

// A texel of 10 in an image of one channel, and of 10 20 30 40 in one of four, and what lies outside of them.
Setup border_colours(double) {
  Memory colour = input("colour", SampleType::f32, {image.height, image.width, 4},
                        [](std::int64_t i) { return 10.0 * static_cast<double>(i % 4 + 1); });
  colour.image = ImageKind::image2d;
  const Sampler sampler{.address = Sampler::Address::clamp};
  return {.memory = {input_image("grey", image, [](std::int64_t) { return 10.0; }), colour,
                     output("out", SampleType::f32, {4, 4})},
          .steps = {{"border_colours", KernelRange::one_item(), {Use{"grey"}, Use{"colour"}, sampler, Use{"out"}}}},
          .checks = {{.what = "out",
                      .expected = colours_with(1),
                      .column = "OpenCL's rule",
                      .or_else = {{"zeros outside of every image", colours_with(0)}}}}};
}

}  // namespace

std::vector<Listing> samplers() {
  return {
      {.name = "sampler-test",
       .title = "Four samplers on the edges of texels",
       .what = "Ten texels read at 21 places from -0.5 to 1.5, each between two texels: right is what the text prints "
               "of its CPU or of its GPU, and either of the two texels.",
       .places = {{"001", 647, 763, "F13"}},
       .setup = on_the_edges,
       .instead = "lenslet study sampler",
       .faults = {{.what = "Places on the edges of texels are taken for a test of the modes: a CPU gives other "
                           "texels than a GPU for MIRRORED_REPEAT and REPEAT.",
                   .cure = "Places in the middle of texels, where all devices agree: sampler-test-centres.",
                   .effect = Effect::maybe,
                   .options = "",
                   .alter = expect_the_gpu}}},
      {.name = "sampler-test-centres",
       .title = "Four samplers in the middle of texels",
       .what = "The listing before this one with places half a texel further on, where all devices give the same.",
       .places = {{"001", 647, 763, "F13"}},
       .setup = at_centres,
       .options = "-D PART=0.5f",
       .file = "sampler-test.cl",
       .instead = "lenslet study sampler"},
      {.name = "image-sampler",
       .title = "All samplers that OpenCL allows",
       .what = "A row of 10 to 50 read at 28 places, from a texel before it to one behind it, by 16 samplers: both "
               "filters, both kinds of coordinates, and each addressing mode that they allow.",
       .places = {{"004", 2623, 2669, "F14"}, {"004", 2985, 0, "F14"}, {"001", 639, 763, "F12"}},
       .setup = combinations,
       .instead = "lenslet study sampler"},
      {.name = "border-colours",
       .title = "The colour outside of images of one channel and of four",
       .what = "All channels of a texel inside and of one outside, by a sampler with CLK_ADDRESS_CLAMP: outside are "
               "0 0 0 1 in an image of CL_R, 0 0 0 0 in one of CL_RGBA; some drivers have 0 0 0 0 in both.",
       .places = {{"001", 639, 763, "F12"}, {"004", 2623, 2669, "F12"}},
       .setup = border_colours,
       .file = "image-sampler.cl",
       .instead = "lenslet study sampler"}};
}

}  // namespace lenslet::listings
