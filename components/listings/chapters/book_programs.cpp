// Text 004, its chapters on programs, kernels and ranges.
#include "listings/chapters.hpp"
#include "listings/host/functions.hpp"

namespace lenslet::listings {
namespace {

Setup atomics_setup(double scale) {
  const std::int64_t items = scaled(65536, scale, 64);
  const auto sum = [items](const Values&) { return std::vector<double>{9.0 * static_cast<double>(items)}; };
  return {.memory = {{"ptr", {SampleType::i32, {1}}, {}, true}},
          .steps = {{"add_nine", {.global = {static_cast<std::size_t>(items)}, .group = {64}}, {Use{"ptr"}}, true}},
          .checks = {{"ptr", sum}}};
}

Setup arguments_setup(double) {
  constexpr std::int64_t side = 16, items = side * side;
  const auto texel = [](std::int64_t i) { return static_cast<double>(i); };
  const auto expected = [](const Values&) {
    std::vector<double> values;
    for (std::int64_t i = 0; i < items; ++i) values.push_back(0.5 * static_cast<double>(items - 1 - i) + 3);
    return values;
  };
  return {.memory = {{"g_Array", {SampleType::f32, {items}}, {}, true},
                     {"image", {SampleType::f32, {side, side, 1}}, texel, false, ImageKind::image2d}},
          .steps = {{"example_kernel",
                     {.global = {items}, .group = {items}},
                     {3, 0.5f, LocalMemory{1024}, Use{"g_Array"}, Use{"image"}, Sampler{}}}},
          .checks = {{"g_Array", expected}}};
}

// 12 x 12 items in groups of 4 x 4.
Setup ids_setup(double) {
  constexpr std::size_t side = 12, group = 4;
  const ArrayType type{SampleType::i32, {side, side}};
  const auto expected = [](auto value) {
    return [value](const Values&) {
      std::vector<double> all;
      for (std::size_t i = 0; i < side * side; ++i) all.push_back(static_cast<double>(value(i)));
      return all;
    };
  };
  return {.memory = {{"x", type, {}, true}, {"y", type, {}, true}, {"groups", type, {}, true}},
          .steps = {{"ids", {.global = {side, side}, .group = {group, group}}, {Use{"x"}, Use{"y"}, Use{"groups"}}}},
          .checks = {{"x", expected([](std::size_t i) { return i % side; })},
                     {"y", expected([](std::size_t i) { return i / side; })},
                     {"groups", expected([](std::size_t) { return std::size_t{9}; })}}};
}

Setup octave_setup(double) {
  constexpr std::size_t width = 24, height = 16, levels = 4;
  const auto expected = [](const Values&) {
    std::vector<double> all;
    for (std::size_t level = 4; level < 4 + levels; ++level)
      all.insert(all.end(), width * height, static_cast<double>(level));
    return all;
  };
  return {.memory = {{"out", {SampleType::i32, {levels, height, width}}, {}, true}},
          .steps = {{"levels",
                     {.global = {width, height, levels}, .group = {8, 8, 1}, .offset = {0, 0, 4}},
                     {Use{"out"}},
                     true}},
          .checks = {{"out", expected}}};
}

std::vector<Fault> reading_faults() {
  return {{.what = "The file is opened by \"r\": Windows then reads fewer bytes than ftell() counts.",
           .cure = "fopen(path, \"rb\").",
           .effect = Effect::maybe,
           .host = program_from_file_as_text},
          {.what = "Nobody looks at what fopen() returns: fseek() gets a null pointer where there is no file.",
           .cure = "Compare it with NULL.",
           .effect = Effect::refused,
           .host = program_from_file_unchecked},
          {.what = "A size_t is printed by %lu, which has 32 bits on Windows.",
           .cure = "%zu.",
           .effect = Effect::maybe,
           .host = program_from_file_by_lu}};
}

std::vector<Listing> ids_and_texts() {
  return {
      {.name = "global-ids",
       .title = "Arithmetic of global, group and local ids",
       .what = "Computes the ids of 144 items in 9 groups of 16 from their groups and their places in them.",
       .places = {{"004", 1338, 1403, "A09"}, {"004", 4739, 4787, "E17"}},
       .setup = ids_setup,
       .instead = "KernelRange of <lenslet/kernel.hpp>; lenslet kernel --range 12x12 --group 4x4",
       .faults = {{.what = "The list of functions has get_group_size(), which OpenCL C does not have.",
                   .cure = "get_local_size() is the size of a group.",
                   .effect = Effect::no_program,
                   .options = "-D AS_PRINTED=1"},
                  {.what =
                       "Line 1351 writes to the place of the local id, where all groups write to the same elements.",
                   .cure = "The place of an item's result is its global id.",
                   .options = "-D AS_PRINTED=2"}}},
      {.name = "octave-offset",
       .title = "A range with an offset",
       .what = "Launches the four levels of the second octave as the third dimension of a range that begins at 4.",
       .places = {{"001", 130, 139, "A10"}, {"004", 1405, 1430, "A10"}},
       .setup = octave_setup,
       .instead = "KernelRange::offset; lenslet kernel --offset 0x0x4"},
      {.name = "program-from-source",
       .title = "clCreateProgramWithSource",
       .what = "Makes a program of two strings, one with its length and one that ends with a null character.",
       .places = {{"004", 3010, 3029, "C01"}},
       .host = program_from_source,
       .instead = "Program::from_texts(session, texts) of <lenslet/kernel.hpp>"},
      {.name = "program-from-file",
       .title = "A program that is read from kernel.cl",
       .what = "Opens a file, asks for its length, reads as many bytes and builds them. The notes print 5894 and 7000 "
               "bytes of theirs.",
       .places = {{"002", 234, 308, "C01"}},
       .host = program_from_file,
       .instead = "Program::from_file(session, path); lenslet kernel kernel.cl",
       .faults = reading_faults()},
  };
}

std::vector<Listing> builds() {
  return {
      {.name = "build-options",
       .title = "Options of clBuildProgram",
       .what = "Builds a program with each option of the text's list.",
       .places = {{"004", 3075, 3099, "C02"}, {"004", 3187, 3214, "C02"}},
       .host = build_options,
       .instead = "ProgramOptions::options; lenslet kernel a.cl --options \"-Werror\"",
       .faults = {{.what = "The option for errors of warnings is printed as -werror.",
                   .cure = "It is -Werror.",
                   .effect = Effect::maybe,
                   .host = build_options_as_printed}}},
      {.name = "build-log",
       .title = "The compiler's log",
       .what = "Builds a program with the unknown name vecBB, and finds it in the log.",
       .places = {{"004", 3099, 3185, "C04"}, {"002", 341, 413, "C04"}},
       .host = build_log,
       .instead = "Error::detail() has the log; lenslet kernel a.cl prints it",
       .faults = {{.what = "The book's macro returns -1, so that only functions which return a number can use it.",
                   .cure = "A function prints the log and leaves to its caller what to do next.",
                   .effect = Effect::no_program,
                   .host = build_log_by_return},
                  {.what = "The book's macro closes one brace more than it opens.",
                   .cure = "Leave that brace out.",
                   .effect = Effect::no_program,
                   .host = build_log_by_braces},
                  {.what = "The course checks the code of clBuildProgram, which ends the program, before it asks for "
                           "the log: where that is needed it is never printed.",
                   .cure = "Ask for the log first, and check the code then.",
                   .effect = Effect::refused,
                   .host = build_log_behind_the_check}}},
  };
}

std::vector<Listing> macros_and_properties() {
  return {
      {.name = "enable-atomics",
       .title = "A program specialised by -D ENABLE_ATOMICS",
       .what = "Adds 9 to one number in 65536 items, by atomic sums.",
       .places = {{"004", 3191, 3203, "C03"}},
       .setup = atomics_setup,
       .options = "-D ENABLE_ATOMICS",
       .instead = "ProgramOptions::options; lenslet kernel --options \"-D ENABLE_ATOMICS\"",
       .faults = {{.what = "Without atomics the items add to a number that others change at the same time.",
                   .cure = "Only atomic sums, or a sum of each group, count all items.",
                   .effect = Effect::maybe}}},
      {.name = "program-info",
       .title = "clGetProgramInfo",
       .what = "Asks a program of two kernels for all that the text's table lists.",
       .places = {{"004", 3216, 3248, "C05"}},
       .host = program_info,
       .instead = "Program::kernel_names(), source(), binary() of <lenslet/kernel.hpp>"},
  };
}

std::vector<Listing> kernels_of_programs() {
  return {
      {.name = "saxpy-from-binary",
       .title = "SAXPY from its binary",
       .what = "Builds SAXPY from source, writes its binary to a file, builds it from that, and runs both.",
       .places = {{"004", 3252, 3304, "C06"}, {"004", 3330, 3378, "C07"}, {"004", 3031, 3045, "C08"}},
       .host = saxpy_from_binary,
       .instead = "lenslet kernel saxpy.cl --binary saxpy.clbin; lenslet study build",
       .faults = {{.what = "What fopen() returns is kept nowhere, so that there is no file to read the binary from.",
                   .cure = "fp = fopen(...), and a test of fp.",
                   .effect = Effect::refused,
                   .host = saxpy_from_binary_as_printed}}},
      {.name = "create-kernels",
       .title = "Kernels of a program",
       .what = "Makes one kernel by its name, and all kernels of the program at once.",
       .places = {{"004", 3395, 3433, "C10"}},
       .host = create_kernels,
       .instead = "Program::kernel(name) and Program::kernels()"},
      {.name = "kernel-arguments",
       .title = "An argument of every class",
       .what = "Passes two numbers, 1024 bytes of local memory, a buffer, an image and a sampler to one kernel.",
       .places = {{"004", 3435, 3500, "C11"}, {"004", 1935, 1946, "C11"}},
       .setup = arguments_setup,
       .instead = "kernel.launch(range, {3, 0.5f, LocalMemory{1024}, array, image, Sampler{}})",
       .faults = {{.what = "The local and the global argument are printed without the star of a pointer.",
                   .cure = "Both are pointers: __local float*, __global float*.",
                   .effect = Effect::no_program}}},
      {.name = "task",
       .title = "clEnqueueTask",
       .what = "Runs a kernel as one work-item, which is a range of one item in a group of one.",
       .places = {{"004", 3531, 3541, "C12"}},
       .host = task,
       .instead = "queue.task(kernel, arguments); KernelRange::one_item()"},
  };
}

std::vector<Listing> facts_of_kernels() {
  return {
      {.name = "kernel-info",
       .title = "What drivers say of a kernel",
       .what = "Asks for a kernel's name, arguments and groups: the tables of three calls.",
       .places = {{"004", 3543, 3572, "C13"}, {"004", 3574, 3605, "C14"}, {"004", 3607, 3637, "C15"}},
       .host = kernel_info,
       .instead = "Kernel::info(); lenslet kernel a.cl",
       .faults = {{.what = "Arguments are asked for in a program that was built without -cl-kernel-arg-info.",
                   .cure = "Build with -cl-kernel-arg-info, as Lenslet does.",
                   .effect = Effect::maybe,
                   .host = kernel_info_as_printed}}},
      {.name = "reference-counts",
       .title = "Retaining and releasing",
       .what = "Retains a kernel and a buffer once more, and releases them.",
       .places = {{"004", 3639, 3657, "C16"}, {"004", 4028, 4038, "D16"}},
       .host = reference_counts,
       .instead = "Handles of Lenslet retain and release by themselves"},
      {.name = "built-in-kernels",
       .title = "Kernels that are built into a device",
       .what = "Makes a program of the kernels that the device has without a text.",
       .places = {{"004", 3659, 3677, "C17"}},
       .host = built_in_kernels,
       .instead = "Program::built_in(session, names)"},
  };
}

}  // namespace

std::vector<Listing> book_programs() {
  return listed<Listing>(ids_and_texts(), builds(), macros_and_properties(), kernels_of_programs(), facts_of_kernels());
}

}  // namespace lenslet::listings
