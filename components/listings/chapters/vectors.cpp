// Text 002's first programs: sums of vectors and dot products.
#include "listings/chapters.hpp"
#include "listings/host/functions.hpp"
#include "listings/host/host.hpp"
#include "listings/plain.hpp"

namespace lenslet::listings {
namespace {

double one(std::int64_t) {
  return 1;
}

std::size_t size_of_range(std::int64_t count) {
  return static_cast<std::size_t>(count);
}

std::vector<Memory> vectors_of(std::int64_t count, const Numbered& a, const Numbered& b, std::int64_t results) {
  return {input("vecA", SampleType::f32, {count}, a), input("vecB", SampleType::f32, {count}, b),
          output("vecC", SampleType::f32, {results})};
}

std::vector<Argument> arguments_of(std::int64_t count) {
  return {Use{"vecA"}, Use{"vecB"}, Use{"vecC"}, static_cast<int>(count)};
}

template <class Function>
Expected of_pairs(const Function& function) {
  return [=](const Values& before) {
    const std::vector<double>&a = before.at("vecA"), &b = before.at("vecB");
    return each_of(a.size(), [&](std::size_t i) { return function(a[i], b[i]); });
  };
}

// `count` elements, ones as in the text, by `items` items in groups of 128.
Setup sum_by(const char* kernel, std::int64_t count, std::int64_t items) {
  return {.memory = vectors_of(count, one, one, count),
          .steps = {{kernel,
                     {.global = {size_of_range(items)}, .group = {128}, .round_up = true},
                     arguments_of(count),
                     true}},
          .checks = {{"vecC", of_pairs(std::plus<>())}}};
}

Setup sum_of_text(double scale) {
  const std::int64_t count = scaled(1024, scale);
  return sum_by("vecadd_naive", count, count);
}

// The notes' 1024 elements have no item behind their end; 1000 have 24.
void shorten(Setup& setup) {
  setup = sum_by("vecadd_naive", 1000, 1000);
}

// More elements than the items that the text's Tesla K40 runs at once.
Setup sum_of_any(double scale) {
  return sum_by("VectorAdd_arbitrary", scaled(1'000'000, scale), 128 * scaled(240, scale));
}

std::vector<double> dot(const Values& before) {
  const std::vector<double>&a = before.at("vecA"), &b = before.at("vecB");
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return {sum};
}

// What the host adds up.
std::vector<double> added(const Values& after) {
  double sum = 0;
  for (const double part : after.at("vecC")) sum += part;
  return {sum};
}

constexpr std::int64_t dot_elements = 100'000, dot_items = 2048, dot_group = 64;
constexpr std::int64_t dot_results = dot_items / 8;  // 32 groups, or more of devices with smaller ones

// Whole numbers whose sums are exact in floats.
Setup dot_by(const char* kernel, std::int64_t items, std::int64_t results) {
  return {.memory = vectors_of(dot_elements, whole_numbers(10, 1), whole_numbers(10, 2), results),
          .steps = {{kernel,
                     {.global = {size_of_range(items)}, .group = {size_of_range(dot_group)}, .round_up = true},
                     arguments_of(dot_elements),
                     true}},
          .checks = {{"dot product", dot, 0, added}}};
}

Setup products(double) {
  Setup setup = dot_by("DotProd_naive", dot_elements, dot_elements);
  setup.checks.push_back({"vecC", of_pairs(std::multiplies<>())});
  return setup;
}

Setup reduction(double) {
  return dot_by("DotProd_reduction", dot_items, dot_results);
}

// The read behind the kernel, whose comment lacks a slash.
constexpr const char* read_text = R"(
void read_buffer(__global float* from, float* to, uint count);  // clEnqueueReadBuffer

static void read_products(__global float* vecC, float* vecC_h, uint count) {
#ifdef AS_PRINTED
  read_buffer(vecC, vecC_h, count);  / Synchronous
#else
  read_buffer(vecC, vecC_h, count);  // Synchronous
#endif
}
)";

const Counterpart add_op{Call{"map.add"}, {"vecA", "vecB"}, {}, "vecC"},
    dot_op{array_ops::Dot{}, {"vecA", "vecB"}, {}, "dot product"};

std::vector<Listing> by_a_loop() {
  return {{.name = "vecadd-sequential",
           .title = "The sum of two vectors by a loop on the host",
           .what = "C[i] = A[i] + B[i] of 1024 ones.",
           .places = {{"002", 1, 40, "P01"}},
           .file = "sequential.cpp",
           .host = vecadd_sequential,
           .instead = "lenslet map add"}};
}

std::vector<Listing> sums() {
  return {
      {.name = "vecadd",
       .title = "The sum of two vectors of 1024 ones",
       .what = "An item for each element in groups of 128, with a test for the end.",
       .places = {{"002", 42, 85, "P02"}, {"002", 104, 715, "P02"}},
       .setup = sum_of_text,
       .lenslet = add_op,
       .faults = {{.what = "iNumElements is once printed iNumElemements, which nothing declares.",
                   .cure = "iNumElements.",
                   .effect = Effect::no_program,
                   .options = "-D AS_PRINTED=1"},
                  {.what = "The notes' words say that an item adds where its id is less than or equal to the number of "
                           "elements: of 1000 elements, item 1000 writes behind the end.",
                   .cure = "Less than, as the notes' code says.",
                   .options = "-D AS_PRINTED=2",
                   .alter = shorten}}},
      {.name = "vecadd-cleanup",
       .title = "What the sum of two vectors frees in the end",
       .what = "Adds two vectors of 1024 ones on buffers, and frees each vector and each buffer once.",
       .places = {{"002", 104, 715, "P02"}},
       .host = vecadd_cleanup,
       .instead = "Arrays and DeviceArrays free their memory by themselves",
       .faults = {{.what =
                       "The end frees vecA_h three times, behind tests of srcA_h and srcA_d, which nothing declares.",
                   .cure = "Free vecA_h, vecB_h and vecC_h, each behind a test of its own name.",
                   .host = vecadd_cleanup_as_printed}}},
      {.name = "vecadd-arbitrary",
       .title = "The sum of two vectors of any length",
       .what = "A million ones by 30720 items, as many as the text's GPU runs at once, each of which goes on by the "
               "range's length.",
       .places = {{"002", 717, 760, "P03"}},
       .setup = sum_of_any,
       .file = "vecadd.cl",
       .lenslet = add_op},
  };
}

std::vector<Listing> dot_products() {
  return {
      {.name = "dot-naive",
       .title = "A dot product whose products the host adds up",
       .what = "100,000 products on the device.",
       .places = {{"002", 761, 855, "Q01"}},
       .setup = products,
       .file = "dot-product.cl",
       .lenslet = dot_op,
       .faults = {{.what = "The comment behind the host's read is printed as / Synchronous, with one slash.",
                   .cure = "Two slashes.",
                   .effect = Effect::no_program,
                   .host = printed_code(read_text)}}},
      {.name = "dot-reduction",
       .title = "A dot product by a reduction in local memory",
       .what = "2048 items in 32 groups of 64; each group adds up its items' sums by a tree, and the host adds 32 "
               "numbers.",
       .places = {{"002", 857, 1118, "Q02"}, {"002", 1120, 1207, "Q03"}},
       .setup = reduction,
       .file = "dot-product.cl",
       .lenslet = dot_op,
       .faults = {{.what = "Every item first writes 0 to the group's result, and no barrier of global memory orders "
                           "that with the sum.",
                   .cure = "No item writes but the first, once.",
                   .effect = Effect::maybe}}}};
}

}  // namespace

std::vector<Listing> vectors() {
  return listed<Listing>(by_a_loop(), sums(), dot_products());
}

}  // namespace lenslet::listings
