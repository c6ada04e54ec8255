// Text 004's histograms of R, G and B: bins of each item, of an image object, of a group by atomics, and as many groups
// as the host chooses.
#include "listings/chapters.hpp"
#include "listings/plain.hpp"

namespace lenslet::listings {
namespace {

constexpr std::int64_t bins = 256, each = 256, channels = 4;
constexpr std::size_t small_group = 16, large_group = 256;
constexpr int colours = 3;
constexpr const char* results[colours] = {"binResultR", "binResultG", "binResultB"};
constexpr const char* names[colours] = {"histogram of R", "histogram of G", "histogram of B"};

// What the host makes of the groups' sums.
std::function<std::vector<double>(const Values&)> added_up(const char* result) {
  return [=](const Values& after) {
    const std::vector<double>& parts = after.at(result);
    std::vector<double> sums(bins);
    for (std::size_t i = 0; i < parts.size(); ++i) sums[i % bins] += parts[i];
    return sums;
  };
}

Expected counted(const char* pixels, int colour) {
  return [=](const Values& before) {
    std::vector<double> sums(bins);
    const std::vector<double>& bytes = before.at(pixels);
    for (auto i = static_cast<std::size_t>(colour); i < bytes.size(); i += channels)
      ++sums[static_cast<std::size_t>(bytes[i])];
    return sums;
  };
}

// Adds a table of 256 sums of each group for each colour, and the checks of their sums.
Setup with_results(Setup setup, std::int64_t groups, const char* pixels) {
  for (int i = 0; i < colours; ++i) {
    setup.memory.push_back(output(results[i], SampleType::u32, {groups, bins}));
    setup.checks.push_back({names[i], counted(pixels, i), 0, added_up(results[i])});
  }
  return setup;
}

// Colours from 0 to 127, so that alpha, which is 255, is none of them.
Numbered colours_and_alpha() {
  return [noise = whole_numbers(128)](std::int64_t i) { return i % channels == 3 ? 255 : noise(i); };
}

Memory pixels(const char* name, std::int64_t count, Numbered value) {
  return input(name, SampleType::u8, {count, channels}, std::move(value));
}

// Counters for each bin of an item's three colours.
LocalMemory counters(std::size_t group = small_group, std::size_t bytes = 2) {
  return {colours * group * bins * bytes};
}

Setup private_bins_in(std::int64_t groups, std::size_t group, const LocalMemory& local, const Numbered& value) {
  const std::size_t items = static_cast<std::size_t>(groups) * group;
  return with_results({.memory = {pixels("data", static_cast<std::int64_t>(items) * each, value)},
                       .steps = {{"histogram_kernel",
                                  {.global = {items}, .group = {group}},
                                  {Use{"data"}, local, Use{results[0]}, Use{results[1]}, Use{results[2]}}}}},
                      groups, "data");
}

// The pixels of the fourth item are all alike.
Setup private_bins(double scale) {
  return private_bins_in(scaled(256, scale), small_group, counters(), [any = colours_and_alpha()](std::int64_t i) {
    return i / channels / each == 3 ? any(i % channels) : any(i);
  });
}

// The least group that the text advises, with counters of a byte as printed. No item's pixels are all alike.
void advise_64_items(Setup& setup) {
  constexpr std::size_t group = 64;
  const std::size_t groups = std::max<std::size_t>(setup.steps[0].range.global[0] / group, 1);
  setup = private_bins_in(static_cast<std::int64_t>(groups), group, counters(group, 1), colours_and_alpha());
}

// Blocks of 16 x 16 texels, of which the third in the second row has one colour.
Setup image_bins(double scale) {
  constexpr std::int64_t block = 16, group_side = 64;
  const std::int64_t side = std::max(scaled(1024, scale, group_side), 2 * group_side);
  const auto value = [=, any = colours_and_alpha()](std::int64_t i) {
    const std::int64_t x = i / channels % side, y = i / channels / side;
    return x / block == 2 && y / block == 1 ? any(i % channels) : any(i);
  };
  Memory image = input("image", SampleType::u8, {side, side, channels}, value);
  image.image = ImageKind::image2d;
  const auto items = static_cast<std::size_t>(side / block);
  return with_results({.memory = {image},
                       .steps = {{"histogram_image_kernel",
                                  {.global = {items, items}, .group = {4, 4}},
                                  {Use{"image"}, counters(), Use{results[0]}, Use{results[1]}, Use{results[2]},
                                   static_cast<int>(block), static_cast<int>(block)}}}},
                      (side / group_side) * (side / group_side), "image");
}

// The text's 1024 x 1024 pixels are 16 groups.
Setup atomic_bins(double scale) {
  const std::int64_t groups = scaled(16, scale), items = groups * static_cast<std::int64_t>(large_group);
  return with_results({.memory = {pixels("data", items * each, colours_and_alpha())},
                       .steps = {{"histogram_kernel",
                                  {.global = {static_cast<std::size_t>(items)}, .group = {large_group}},
                                  {Use{"data"}, Use{results[0]}, Use{results[1]}, Use{results[2]}}}}},
                      groups, "data");
}

// A million pixels, no multiple of a group's, in two groups for each of the text's 12 compute units.
Setup chosen_groups(double scale) {
  constexpr std::int64_t groups = 24, items = groups * static_cast<std::int64_t>(large_group);
  const std::int64_t total = scaled(3907, scale) * static_cast<std::int64_t>(large_group) - 192;
  return with_results(
      {.memory = {pixels("data", total, colours_and_alpha())},
       .steps = {{"histogram_kernel",
                  {.global = {static_cast<std::size_t>(items)}, .group = {large_group}},
                  {Use{"data"}, Use{results[0]}, Use{results[1]}, Use{results[2]},
                   static_cast<std::uint32_t>((total + items - 1) / items), static_cast<std::uint32_t>(total)}}}},
      groups, "data");
}

// 4096 pixels in 60 groups of 256: the last begins 11008 pixels behind the end.
Setup more_groups_than_pixels(double) {
  constexpr std::int64_t groups = 60, total = 4096, items = groups * static_cast<std::int64_t>(large_group);
  const auto pixel_count = static_cast<std::uint32_t>(total);
  Setup setup = with_results({.memory = {pixels("data", total, colours_and_alpha())}}, groups, "data");
  setup.memory.push_back(output("rest", SampleType::i32, {groups}));
  setup.steps = {{"histogram_kernel",
                  {.global = {static_cast<std::size_t>(items)}, .group = {large_group}},
                  {Use{"data"}, Use{results[0]}, Use{results[1]}, Use{results[2]}, std::uint32_t{1}, pixel_count}},
                 {"rests",
                  {.global = {static_cast<std::size_t>(groups)}},
                  {Use{"rest"}, static_cast<std::uint32_t>(large_group), pixel_count}}};
  const auto left = [](std::size_t group) {
    return std::max(static_cast<double>(total) - static_cast<double>(group * large_group), 0.0);
  };
  const auto rests = [left](const Values&) { return each_of(groups, left); };
  setup.checks.push_back({.what = "rest", .expected = rests, .only = {groups - 1}});  // no other group asks for it
  return setup;
}

Counterpart histogram_op(const char* pixels) {
  return {array_ops::Histogram{.channels = channels}, {pixels}};
}

const Fault narrow_counters{"Counters are uchar: 256 equal pixels of an item are counted as 0.",
                            "Counters are ushort."};

const Fault alpha_for_blue{"Blue is value.w, which is alpha.", "value.z."};
const Fault red_alone{"All three results are the bins of red.", "Each result has its own bins."};

const Fault large_groups{
    .what =
        "The text counts 256 bytes for an item (4 KB for 16 of them) and advises groups of 64 to 256: 64 items take "
        "48 KB, more than the 32 KB of its GPUs.",
    .cure = "An item takes 768 bytes, so 42 items fit; ask for CL_DEVICE_LOCAL_MEM_SIZE before choosing the group.",
    .effect = Effect::maybe,
    .alter = advise_64_items};

Fault numbered(Fault fault, int number) {
  fault.options = fmt::format("-D AS_PRINTED={}", number);
  return fault;
}

std::vector<Listing> of_each_item() {
  return {
      {.name = "histogram-private",
       .title = "A histogram with bins for each item",
       .what = "1024 x 1024 pixels; an item counts 256 of them, 16 of which are a group with 256 sums for R, G and B.",
       .places = {{"004", 1714, 1826, "H01"}, {"004", 1828, 2055, "H06"}, {"004", 1828, 1950, "H02"}},
       .setup = private_bins,
       .lenslet = histogram_op("data"),
       .faults = {narrow_counters, large_groups}},
      {.name = "histogram-image",
       .title = "A histogram of an image object",
       .what = "1024 x 1024 texels; an item counts a block of 16 x 16.",
       .places = {{"004", 2866, 2981, "H03"}},
       .setup = image_bins,
       .lenslet = histogram_op("image"),
       .faults = {{.what = "A group's place is groupIdY * groupIdX + groupIdZ: groups overwrite each other's sums.",
                   .cure = "groupIdY * numGroupsX + groupIdX.",
                   .options = "-D AS_PRINTED=1"},
                  numbered(narrow_counters, 2),
                  {.what = "The sampler repeats the image for coordinates in texels, which OpenCL does not have.",
                   .cure = "A sampler that clamps, or CLK_ADDRESS_NONE: no item reads outside.",
                   .effect = Effect::maybe,
                   .options = "-D AS_PRINTED=3"},
                  {.what = "localIdX is once printed localIdx, which nothing declares.",
                   .cure = "localIdX.",
                   .effect = Effect::no_program,
                   .options = "-D AS_PRINTED=4"},
                  {.what = "A brace in front of the barrier ends the kernel there.",
                   .cure = "Leave that brace out.",
                   .effect = Effect::no_program,
                   .options = "-D AS_PRINTED=5"}}}};
}

std::vector<Fault> faults_of_chosen() {
  return {{.what = "The test for the end is index > total_pixels: the pixel behind the last is counted, too.",
           .cure = "index >= total_pixels.",
           .options = "-D AS_PRINTED=1"},
          numbered(alpha_for_blue, 3),
          numbered(red_alone, 4),
          {.what = "Lines end with the \\n\" of a string, and no string begins.",
           .cure = "The text of a kernel's file has no quotes.",
           .effect = Effect::no_program,
           .options = "-D AS_PRINTED=5"},
          {.what = "The loop is closed by one brace too many.",
           .cure = "Leave that brace out.",
           .effect = Effect::no_program,
           .options = "-D AS_PRINTED=6"}};
}

std::vector<Listing> of_each_group() {
  return {
      {.name = "histogram-atomic",
       .title = "A histogram by atomics in local memory",
       .what = "1024 x 1024 pixels in 16 groups of 256 items, whose neighbours read neighbouring pixels.",
       .places = {{"004", 5209, 5263, "H04"}},
       .setup = atomic_bins,
       .lenslet = histogram_op("data"),
       .faults = {numbered(alpha_for_blue, 1),
                  numbered(red_alone, 2),
                  {.what = "The pointer to constant uints becomes one to uchar4 that can be written, without a cast.",
                   .cure = "(__global const uchar4*)data.",
                   .effect = Effect::maybe,
                   .options = "-D AS_PRINTED=3"}}},
      {.name = "histogram-chosen",
       .title = "A histogram in as many groups as the host chooses",
       .what = "A million pixels in 24 groups, the last of which finds out what is left for it.",
       .places = {{"004", 5265, 5326, "H05"}},
       .setup = chosen_groups,
       .lenslet = histogram_op("data"),
       .faults = faults_of_chosen()},
      {.name = "histogram-rest",
       .title = "What is left for the last group of a histogram",
       .what = "4096 pixels in 60 groups of 256, of which 16 have pixels: nothing is left for the last one.",
       .places = {{"004", 5265, 5326, "H05"}},
       .setup = more_groups_than_pixels,
       .file = "histogram-chosen.cl",
       .lenslet = histogram_op("data"),
       .faults = {{.what =
                       "What is left for the last group is total_pixels less its first pixel, which here is -11008, "
                       "nearly 2^64 as a size_t.",
                   .cure = "Nothing is left for a group that begins behind the last pixel.",
                   .options = "-D AS_PRINTED=2"}}}};
}

}  // namespace

std::vector<Listing> histograms() {
  return listed<Listing>(of_each_item(), of_each_group());
}

}  // namespace lenslet::listings
