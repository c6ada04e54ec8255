// Text 001, its article on storage: the pyramid's look-up table, and copies of it in four storages.
#include "listings/chapters.hpp"

namespace lenslet::listings {
namespace {

constexpr std::int64_t octaves = 4, levels = 4;  // of an octave
constexpr Size printed_size{3866, 4320};
constexpr std::int64_t tried_share = 8;  // copies are of pyramids with an eighth of the printed sides

struct Level {
  std::int64_t before, width, height;  // pixels of all levels before; sides
};

std::vector<Level> levels_of(Size first) {
  std::vector<Level> all;
  std::int64_t before = 0;
  for (std::int64_t i = 0; i < octaves * levels; ++i) {
    const std::int64_t halved = std::int64_t{1} << i / levels;
    all.push_back({before, first.width / halved, first.height / halved});
    before += all.back().width * all.back().height;
  }
  return all;
}

std::int64_t pixels_of(const std::vector<Level>& all) {
  return all.back().before + all.back().width * all.back().height;
}

Size tried_size(double scale) {
  return {scaled(printed_size.width / tried_share, scale, 8), scaled(printed_size.height / tried_share, scale, 8)};
}

Memory lookup_memory(const std::string& name, const std::vector<Level>& all) {
  return {name, {SampleType::i32, {octaves * levels, 3}}, [all](std::int64_t i) {
            const Level& level = all[static_cast<std::size_t>(i / 3)];
            return static_cast<double>(i % 3 == 0 ? level.before : i % 3 == 1 ? level.width : level.height);
          }};
}

double pixel(std::int64_t i) {
  return static_cast<double>(i * 7919 % 1009);
}

std::vector<double> same_as(const Values& before, const std::string& name) {
  return before.at(name);
}

constexpr std::size_t point_count = 4;
constexpr std::int64_t points[point_count][3] = {{8, 10, 2}, {8, 0, 0}, {9, 0, 0}, {15, 4, 5}};  // level, x, y

Setup lookup_setup(double scale) {
  const std::vector<Level> printed = levels_of(printed_size), small = levels_of(tried_size(std::max(scale, 0.25)));
  const auto point = [](std::int64_t i) {
    const std::int64_t(&fields)[3] = points[i / 3];
    return static_cast<double>(fields[i % 3]);
  };
  const auto place = [](const Level& level, std::size_t i) {
    return static_cast<double>(level.before + level.width * points[i][2] + points[i][1]);
  };
  const auto addresses = [place, printed](const Values&) {
    std::vector<double> all{83507542, 83505600, 84548880, 0};  // the first three as the text counts
    all[3] = place(printed[15], 3);
    return all;
  };
  const auto values = [place, small](const Values& before) {
    std::vector<double> all;
    for (std::size_t i = 0; i < point_count; ++i)
      all.push_back(
          before.at("img")[static_cast<std::size_t>(place(small[static_cast<std::size_t>(points[i][0])], i))]);
    return all;
  };
  return {.memory = {lookup_memory("lookup", printed),
                     lookup_memory("small", small),
                     {"points", {SampleType::i32, {point_count, 3}}, point},
                     {"img", {SampleType::f32, {pixels_of(small)}}, pixel},
                     {"addresses", {SampleType::i32, {point_count}}, {}, true},
                     {"values", {SampleType::f32, {point_count}}, {}, true}},
          .steps = {{"addresses", {.global = {point_count}}, {Use{"lookup"}, Use{"points"}, Use{"addresses"}}},
                    {"values", {.global = {point_count}}, {Use{"img"}, Use{"small"}, Use{"points"}, Use{"values"}}}},
          .checks = {{.what = "addresses", .expected = addresses, .shown = {0, 1}}, {"values", values}}};
}

// The comment of the printed code halves 1933 to 966.5, so that the ninth level has 540 pixels more.
void count_as_printed(Setup& setup) {
  Check& check = setup.checks.front();
  check.column = "printed";
  check.only = {2};
  check.expected = [](const Values&) { return std::vector<double>{83507542, 83505600, 84549420, 0}; };
  setup.checks.resize(1);
}

KernelRange octave_range(const Level& level, std::int64_t octave) {
  return {.global = {static_cast<std::size_t>(level.width), static_cast<std::size_t>(level.height), levels},
          .group = {16, 16, 1},
          .offset = {0, 0, static_cast<std::size_t>(levels * octave)},
          .round_up = true};
}

Setup buffer_setup(double scale) {
  const std::vector<Level> all = levels_of(tried_size(scale));
  const ArrayType type{SampleType::f32, {pixels_of(all)}};
  Setup setup{.memory = {{"imgIn", type, pixel}, {"imgOut", type, {}, true}, lookup_memory("lookup", all)}};
  for (std::int64_t octave = 0; octave < octaves; ++octave)
    setup.steps.push_back({"identity",
                           octave_range(all[static_cast<std::size_t>(levels * octave)], octave),
                           {Use{"imgIn"}, Use{"imgOut"}, Use{"lookup"}},
                           true});
  setup.checks = {{"imgOut", [](const Values& before) { return same_as(before, "imgIn"); }}};
  return setup;
}

// The same launches, on image objects over the two buffers.
Setup image_buffer_setup(double scale) {
  Setup setup = buffer_setup(scale);
  const ArrayType texels{SampleType::f32, {setup.memory[0].type.count(), 1}};
  for (const char* name : {"imgIn", "imgOut"})
    setup.memory.push_back(
        {.name = std::string(name) + " as an image", .type = texels, .image = {}, .unorm = false, .over = name});
  for (Step& step : setup.steps) {
    step.arguments[0] = Use{"imgIn as an image"};
    step.arguments[1] = Use{"imgOut as an image"};
  }
  return setup;
}

Setup images_setup(double scale) {
  const std::vector<Level> all = levels_of(tried_size(scale));
  Setup setup;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string in = fmt::format("imgIn{}", i), out = fmt::format("imgOut{}", i);
    const ArrayType type{SampleType::f32, {all[i].height, all[i].width, 1}};
    setup.memory.push_back({in, type, pixel, false, ImageKind::image2d});
    setup.memory.push_back({out, type, {}, true, ImageKind::image2d});
    setup.steps.push_back({"identity",
                           {.global = {static_cast<std::size_t>(all[i].width), static_cast<std::size_t>(all[i].height)},
                            .group = {16, 16},
                            .round_up = true},
                           {Use{in}, Use{out}},
                           true});
    setup.checks.push_back({out, [in](const Values& before) { return same_as(before, in); }});
  }
  return setup;
}

Setup cubes_setup(double scale) {
  const std::vector<Level> all = levels_of(tried_size(scale));
  Setup setup;
  for (std::int64_t octave = 0; octave < octaves; ++octave) {
    const Level& level = all[static_cast<std::size_t>(levels * octave)];
    const std::string in = fmt::format("imgIn{}", octave), out = fmt::format("imgOut{}", octave);
    const ArrayType type{SampleType::f32, {levels, level.height, level.width, 1}};
    setup.memory.push_back({in, type, pixel, false, ImageKind::image2d_array});
    setup.memory.push_back({out, type, {}, true, ImageKind::image2d_array});
    KernelRange range = octave_range(level, octave);
    range.offset = {};
    setup.steps.push_back({"identity", range, {Use{in}, Use{out}}, true});
    setup.checks.push_back({out, [in](const Values& before) { return same_as(before, in); }});
  }
  return setup;
}

// The fields of key points are 4 bytes each: two integers and two floats, which go as their bits.
Setup key_points_setup(double scale) {
  constexpr std::int64_t count = 64;
  const std::vector<Level> all = levels_of(tried_size(std::max(scale, 0.25)));
  const auto field = [](std::int64_t i) -> float {
    const std::int64_t point = i / 4;
    const std::int64_t fields[] = {point % octaves, point / 4 % levels, point % 50, point * 3 % 60};
    return static_cast<float>(fields[i % 4]) + (i % 4 > 1 ? 0.25f : 0.0f);
  };
  const auto bits = [field](std::int64_t i) {
    const float value = field(i);
    std::int32_t whole = static_cast<std::int32_t>(value);
    if (i % 4 > 1) std::memcpy(&whole, &value, sizeof whole);
    return static_cast<double>(whole);
  };
  const auto expected = [all, field](const Values& before) {
    std::vector<double> values;
    for (std::int64_t i = 0; i < count; ++i) {
      const Level& level = all[static_cast<std::size_t>(4 * field(4 * i) + field(4 * i + 1))];
      const auto x = std::min<std::int64_t>(std::lround(field(4 * i + 2)), level.width - 1);
      const auto y = std::min<std::int64_t>(std::lround(field(4 * i + 3)), level.height - 1);
      values.push_back(before.at("img")[static_cast<std::size_t>(level.before + level.width * y + x)]);
    }
    return values;
  };
  return {.memory = {{"img", {SampleType::f32, {pixels_of(all)}}, pixel},
                     lookup_memory("lookup", all),
                     {"points", {SampleType::i32, {count, 4}}, bits},
                     {"out", {SampleType::f32, {count}}, {}, true}},
          .steps = {{"values_at", {.global = {count}}, {Use{"img"}, Use{"lookup"}, Use{"points"}, Use{"out"}}}},
          .checks = {{"out", expected}}};
}

std::vector<Listing> storages() {
  return {
      {.name = "pyramid-lookup",
       .title = "The look-up table of a pyramid in one buffer",
       .what = "Finds the point (10, 2) of the ninth level of 16 at 83,507,542, and reads points of a small pyramid.",
       .places = {{"001", 80, 126, "B20"}, {"001", 95, 126, "B19"}},
       .setup = lookup_setup,
       .instead = "PyramidLevel of <lenslet/pyramid.hpp>",
       .faults =
           {{.what = "The helpers' pointers have no address space.",
             .cure = "A pointer into a buffer is a __global one.",
             .effect = Effect::no_program,
             .options = "-D AS_PRINTED=1"},
            {.what =
                 "A comment counts 966.5 x 1080 pixels for a level of 966 x 1080, and so 84,549,420 before the tenth.",
             .cure = "Half of 1933 is 966, and 84,548,880 pixels lie before the tenth level.",
             .options = "",
             .alter = count_as_printed}}},
      {.name = "identity-buffer",
       .title = "A pyramid copied in the storage buffer",
       .what = "Copies 4 octaves of 4 levels by a launch each, whose third global id is the level.",
       .places = {{"001", 50, 56, "B26"}, {"001", 128, 139, "B21"}},
       .setup = buffer_setup,
       .instead = "lenslet study storage; Pyramid of <lenslet/pyramid.hpp>"},
      {.name = "identity-image-buffer",
       .title = "A pyramid copied in the storage image buffer",
       .what = "Copies 4 octaves of 4 levels through image objects over the two buffers.",
       .places = {{"001", 13, 0, "B22"}, {"001", 148, 158, "B22"}},
       .setup = image_buffer_setup,
       .instead = "lenslet study storage"},
      {.name = "identity-images",
       .title = "A pyramid copied in the storage images",
       .what = "Copies 16 levels, an image object each, by 16 launches.",
       .places = {{"001", 58, 66, "B26"}, {"001", 62, 72, "B23"}},
       .setup = images_setup,
       .instead = "lenslet study storage"},
  };
}

std::vector<Listing> cubes_and_points() {
  return {
      {.name = "identity-cubes",
       .title = "A pyramid copied in the storage cubes",
       .what = "Copies 4 octaves, an image object of 4 layers each, by 4 launches.",
       .places = {{"001", 15, 0, "B24"}, {"001", 160, 0, "B24"}},
       .setup = cubes_setup,
       .instead = "lenslet study storage"},
      {.name = "key-points",
       .title = "Key points on any level",
       .what = "Reads the pixel at each of 64 key points, whose octave and level the kernel learns from the point.",
       .places = {{"001", 150, 158, "B25"}},
       .setup = key_points_setup,
       .instead = "lenslet pyramid photo.png --points points.csv"},
  };
}

}  // namespace

std::vector<Listing> pyramids() {
  return listed<Listing>(storages(), cubes_and_points());
}

}  // namespace lenslet::listings
