// Text 004, its chapter on the language: types, vectors, conversions, address spaces and attributes.
#include "listings/chapters.hpp"
#include "listings/host/functions.hpp"

namespace lenslet::listings {
namespace {

using Numbers = std::vector<double>;

auto printed(Numbers numbers) {
  return [numbers = std::move(numbers)](const Values&) { return numbers; };
}

// A kernel of one item that writes numbers which the text gives.
Setup one_item(const std::string& kernel, const std::vector<std::pair<Memory, Numbers>>& outputs) {
  Setup setup{.steps = {{kernel, KernelRange::one_item(), {}}}};
  for (const auto& [memory, numbers] : outputs) {
    setup.memory.push_back(memory);
    setup.memory.back().output = true;
    setup.steps.front().arguments.emplace_back(Use{memory.name});
    setup.checks.push_back({memory.name, printed(numbers)});
  }
  return setup;
}

Setup types_setup(double) {
  Setup setup =
      one_item("sizes", {{{"bytes", {SampleType::u32, {16}}}, {1, 1, 2, 2, 4, 4, 8, 8, 4, 4, 16, 8, 16, 16, 64, 128}}});
  setup.memory.push_back({"beyond a pointer", {SampleType::u32, {4}}, {}, true});
  setup.steps.push_back({"address_sizes", KernelRange::one_item(), {Use{"beyond a pointer"}}});
  setup.checks.push_back({"beyond a pointer", printed({0, 0, 0, 0})});
  return setup;
}

Setup half_setup(double) {
  const Numbers numbers{1, 3, -6.00390625, 0.5};
  const ArrayType type{SampleType::f16, {4}};
  return {.memory = {{"in", type, [numbers](std::int64_t i) { return numbers[static_cast<std::size_t>(i)]; }},
                     {"floats", {SampleType::f32, {4}}, {}, true},
                     {"doubled", type, {}, true}},
          .steps = {{"load", {.global = {4}}, {Use{"in"}, Use{"floats"}}},
                    {"twice", KernelRange::one_item(), {Use{"in"}, Use{"doubled"}}}},
          .checks = {{"floats", printed(numbers)}, {"doubled", printed({2, 6, -12.0078125, 1})}}};
}

// The text's own arithmetic of 0 01111 0000000000, 0 10000 1000000000 and 1 10001 1000000001.
void halves_as_printed(Setup& setup) {
  setup.checks = {{"floats", printed({1, 2.5, -4.5009765625, 0.5}), 0, {}, {}, "printed"}};
}

Setup layout_setup(double) {
  return {.memory = {{"out", {SampleType::u32, {4}}, {}, true},
                     {"pairs", {SampleType::f32, {2, 16}}, [](std::int64_t i) { return static_cast<double>(i); }},
                     {"sums", {SampleType::f32, {1}}, {}, true}},
          .steps = {{"layout", KernelRange::one_item(), {Use{"out"}, Use{"pairs"}, Use{"sums"}}}},
          .checks = {{"out", printed({64, 32, 8, 0})}, {"sums", printed({16 + 23 + 26})}}};
}

Setup literals_setup(double) {
  return one_item("literals", {{{"whole", {SampleType::i32, {2, 4}}}, {1, 2, 3, 4, 1, 2, 3, 4}},
                               {{"real", {SampleType::f32, {2, 4}}}, {1, 2, 3, 4, 1, 1, 1, 1}}});
}

Setup swizzles_setup(double) {
  return one_item("swizzles",
                  {{{"out", {SampleType::i32, {5, 4}}}, {1, 2, 3, 4, 4, 4, 3, 3, 4, 5, 2, 6, 9, 5, 2, 8, 5, 6, 9, 8}},
                   {{"halves", {SampleType::i32, {4, 2}}}, {4, 3, 2, 1, 4, 2, 3, 1}},
                   {{"wide", {SampleType::f32, {16}}}, {2, 2, 3, 3, 1, 3, 4, 2, 1, 2, 3, 1, 2, 3, 2, 3}}});
}

// The text prints what the letters are, and what they are with 200 added, as int and as saturated bytes.
Setup conversions_setup(double) {
  constexpr double most = 2147483647;
  Setup setup = one_item(
      "conversions", {{{"whole", {SampleType::i32, {6, 4}}},
                       {48, 98, 99, 100, 248, 298, 299, 300, -1, 2, 3, 3, -2, 2, 4, 4, -1, 2, 3, most, -2, 2, 4, most}},
                      {{"positive", {SampleType::u32, {1, 4}}}, {0, 7, 0, most}},
                      {{"real", {SampleType::f32, {2, 4}}}, {16777218, -16777216, 3, -3, 2, 2, 2, 2}},
                      {{"bytes", {SampleType::u8, {1, 4}}}, {248, 255, 255, 255}}});
  setup.checks.front().shown = {0, 1, 2, 3, 4, 5, 6, 7};
  setup.checks.back().shown = {0, 1, 2, 3};
  return setup;
}

Setup as_type_setup(double) {
  return one_item("reinterpret", {{{"bits", {SampleType::u32, {3}}}, {0x3f800000, 1, 0x3f800000}},
                                  {{"chosen", {SampleType::f32, {4}}}, {1, 0, -3, 0}},
                                  {{"truths", {SampleType::i32, {2}}}, {1, -1}}});
}

Setup promotion_setup(double) {
  return one_item("promotion", {{{"out", {SampleType::i32, {4}}}, {254, 0, 20, 25}},
                                {{"sum", {SampleType::f32, {4}}}, {1.5, 2.5, 3.5, 4.5}}});
}

Setup operators_setup(double) {
  return one_item("operators", {{{"out", {SampleType::i32, {8}}}, {0, 14, 7, -4, 1, 10, 42, 16}},
                                {{"vectors", {SampleType::i32, {3, 4}}}, {1, 0, 1, 0, 0, 0, -1, -1, -2, -4, 6, 8}}});
}

Setup filter_setup(double scale) {
  constexpr std::int64_t group = 64;
  const std::int64_t n = scaled(1024, scale, group);
  const auto product = [](const Values& before) {
    Numbers out = before.at("filter_in");
    for (std::size_t i = 0; i < out.size(); ++i) out[i] *= before.at("filter")[i % group];
    return out;
  };
  return {.memory = {{"filter_in", {SampleType::f32, {n}}, [](std::int64_t i) { return static_cast<double>(i % 100); }},
                     {"filter_out", {SampleType::f32, {n}}, {}, true},
                     {"filter", {SampleType::f32, {group}}, [](std::int64_t i) { return static_cast<double>(i) / 4; }}},
          .steps = {{"filterKernel",
                     {.global = {static_cast<std::size_t>(n)}, .group = {group}},
                     {Use{"filter_in"}, Use{"filter_out"}, Use{"filter"}}}},
          .checks = {{"filter_out", product}}};
}

Setup attributes_setup(double) {
  const ArrayType type{SampleType::i32, {32}};
  return {.memory = {{"groups", type, {}, true}, {"dimensions", type, {}, true}},
          .steps = {{"demanding", {.global = {32}, .group = {8}}, {Use{"groups"}}},
                    {"hinting", {.global = {32}, .group = {16}}, {Use{"dimensions"}}}},
          .checks = {{"groups", printed(Numbers(32, 8))}, {"dimensions", printed(Numbers(32, 1))}}};
}

void group_as_printed(Setup& setup) {
  setup.steps.front().range.group = {16};
}

Setup aliasing_setup(double) {
  constexpr std::int64_t n = 16;
  const auto number = [](std::int64_t i) { return static_cast<double>(i * 65536 * 3 - i); };
  const auto halves = [](const Values& before) {
    Numbers parts;
    for (const double value : before.at("in")) {
      const auto bits = static_cast<std::uint32_t>(static_cast<std::int32_t>(value));
      parts.push_back(static_cast<std::int16_t>(bits & 0xffff));
      parts.push_back(static_cast<std::int16_t>(bits >> 16));
    }
    return parts;
  };
  return {.memory = {{"in", {SampleType::i32, {n}}, number}, {"out", {SampleType::i16, {n, 2}}, {}, true}},
          .steps = {{"halves", {.global = {n}}, {Use{"in"}, Use{"out"}}}},
          .checks = {{"out", halves}}};
}

std::vector<Listing> types_of_numbers() {
  return {
      {.name = "types",
       .title = "Sizes of types",
       .what = "Writes the sizes of scalar, vector and address types, where a vector of three takes the room of four.",
       .places = {{"004", 4157, 4202, "E01"}, {"004", 4218, 4227, "E03"}},
       .setup = types_setup,
       .instead = "std::array<float, 4> is a float4 for KernelArgument"},
      {.name = "half-numbers",
       .title = "Numbers of 16 bits",
       .what = "Reads 1.0, 3.0 and -6.00390625 as halves by vload_half, and stores their doubles by vstore_half4.",
       .places = {{"004", 4204, 4216, "E02"}, {"004", 4592, 4611, "E02"}},
       .setup = half_setup,
       .instead = "SampleType::f16; lenslet run convert --ddepth f16",
       .faults = {{.what = "A variable of the type half is declared.",
                   .cure = "Without cl_khr_fp16 half is for pointers: vload_half and vstore_half read and write it.",
                   .effect = Effect::maybe,
                   .options = "-D AS_PRINTED=1"},
                  {.what = "The text counts 2.5 for 0 10000 1000000000, and -4.5009765625 for 1 10001 1000000001.",
                   .cure = "They are 1.5 times 2 and 1.5009765625 times 4: 3.0 and -6.00390625.",
                   .options = "",
                   .alter = halves_as_printed}}},
  };
}

std::vector<Listing> layouts_of_structs() {
  return {
      {.name = "struct-layout",
       .title = "A struct on host and device",
       .what =
           "Writes the size of a struct of float8 and float3, the place of its second member, and an aligned struct's.",
       .places = {{"004", 4235, 4276, "E04"}, {"004", 4710, 4737, "E16"}},
       .setup = layout_setup,
       .instead = "KernelArgument takes a struct of C++ by its bytes",
       .faults = {{.what = "The attribute for GCC is printed with one pair of parentheses.",
                   .cure = "It has two: __attribute__((aligned(32))).",
                   .effect = Effect::no_program},
                  {.what = "One branch of the host's struct has y in front of x, so that the host does not write where "
                           "the device reads.",
                   .cure = "All branches have the members in the device's order.",
                   .options = "-D AS_PRINTED=2"},
                  {.what = "The branch of the host's struct for all other compilers has the device's type float8.",
                   .cure = "The host's type is cl_float8.",
                   .effect = Effect::no_program,
                   .options = "-D AS_PRINTED=3"}}},
  };
}

std::vector<Listing> parts_of_vectors() {
  return {
      {.name = "vector-literals",
       .title = "Vector literals",
       .what = "Makes vectors of numbers, of shorter vectors, and of one number.",
       .places = {{"004", 4278, 4309, "E05"}},
       .setup = literals_setup,
       .faults = {{.what = "A literal of two numbers for four elements, (float4)(2.0f, 1.0f), is no vector.",
                   .cure = "Give one number, or as many as there are elements.",
                   .effect = Effect::no_program}}},
      {.name = "swizzles",
       .title = "Components of vectors",
       .what = "Reads parts of (4, 3, 2, 1), and writes parts: (4, 5, 2, 6), (9, 5, 2, 8), (5, 6, 9, 8).",
       .places = {{"004", 4311, 4363, "E06"}},
       .setup = swizzles_setup,
       .faults = {{.what = "The example of a float16 that is allowed has 17 components.",
                   .cure = "Components must be 16: a.yzw becomes a.yz.",
                   .effect = Effect::no_program}}},
      {.name = "aliasing",
       .title = "The halves of an int",
       .what = "Reads the two halves of an int by as_short2.",
       .places = {{"004", 4365, 4378, "E07"}},
       .setup = aliasing_setup,
       .faults = {{.what = "Reading an int through a pointer to short breaks the rule of C99 on aliases.",
                   .cure = "Use as_short2, or a union.",
                   .effect = Effect::maybe}}},
  };
}

std::vector<Listing> conversions_and_operators() {
  return {
      {.name = "conversions",
       .title = "Conversions of vectors",
       .what = "Converts '0', 'b', 'c', 'd' plus 200 to int and to saturated bytes, and floats by four roundings.",
       .places = {{"004", 4384, 4486, "E08"}},
       .setup = conversions_setup,
       .instead = "lenslet run convert --ddepth u8, which saturates",
       .faults = {{.what = "The listing converts u4, where the vector is called u.",
                   .cure = "Use one name.",
                   .effect = Effect::no_program,
                   .options = "-D AS_PRINTED=1"},
                  {.what = "The result of convert_char4_sat is assigned to a uchar4.",
                   .cure = "It is convert_uchar4_sat.",
                   .effect = Effect::no_program,
                   .options = "-D AS_PRINTED=2"}}},
      {.name = "promotion",
       .title = "Arithmetic of mixed types",
       .what = "Adds, compares and divides numbers of several types, and adds a number to a vector.",
       .places = {{"004", 4488, 4515, "E09"}},
       .setup = promotion_setup,
       .faults = {{.what = "A variable of type int is added to a short4.",
                   .cure = "The number's type may have no more rank than the vector's elements: convert it to short.",
                   .effect = Effect::no_program}}},
      {.name = "as-type",
       .title = "Bits as another type",
       .what = "Reads 1.0f as 0x3f800000, and keeps f where f < g by a mask.",
       .places = {{"004", 4517, 4570, "E10"}},
       .setup = as_type_setup},
      {.name = "operators",
       .title = "Operators",
       .what = "Uses the operators of the list on numbers and vectors.",
       .places = {{"004", 4572, 4590, "E11"}},
       .setup = operators_setup},
  };
}

std::vector<Listing> qualifiers() {
  return {
      {.name = "constant-filter",
       .title = "A filter in constant memory",
       .what = "Multiplies 1024 numbers by 64 of a filter that all groups read.",
       .places = {{"004", 4613, 4659, "E12"}},
       .setup = filter_setup,
       .instead = "lenslet study constant-memory",
       .faults = {{.what = "The ids are called tid and l_id, and used as g_tid and l_tid.",
                   .cure = "Use one name for each, and put the large input in global memory.",
                   .effect = Effect::no_program}}},
      {.name = "restrictions",
       .title = "What OpenCL C has not of C",
       .what = "Compiles 13 small programs that OpenCL C 1.2 refuses, and three that it takes: arguments, pointers, "
               "images, "
               "what kernels return, storage classes.",
       .places = {{"004", 4157, 4202, "E01"},
                  {"004", 4661, 4667, "E13"},
                  {"004", 4667, 4686, "E14"},
                  {"004", 4739, 4787, "E17"}},
       .host = restrictions,
       .instead = "lenslet kernel a.cl says what the compiler refuses"},
      {.name = "attributes",
       .title = "Attributes of kernels",
       .what = "Launches a kernel that demands groups of 8 items, and one that hints at 16.",
       .places = {{"004", 4690, 4708, "E15"}},
       .setup = attributes_setup,
       .instead = "KernelInfo::compile_group; Kernel::resolved() takes the demanded group by itself",
       .faults = {{.what = "The group may be a multiple of reqd_work_group_size, says the text.",
                   .cure = "It must be exactly that.",
                   .effect = Effect::refused,
                   .options = "",
                   .alter = group_as_printed}}},
  };
}

}  // namespace

std::vector<Listing> book_language() {
  return listed<Listing>(types_of_numbers(), layouts_of_structs(), parts_of_vectors(), conversions_and_operators(),
                         qualifiers());
}

}  // namespace lenslet::listings
