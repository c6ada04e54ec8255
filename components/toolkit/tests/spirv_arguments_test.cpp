// What a SPIR-V module says of its kernels' arguments, and modules that are damaged.
#include "toolkit/kernel/spirv_arguments.hpp"

#include <cstring>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>

namespace lenslet::kernel {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using Words = std::vector<std::uint32_t>;

Words text(const std::string& letters) {
  Words words(letters.size() / 4 + 1);
  std::memcpy(words.data(), letters.data(), letters.size());
  return words;
}

// Puts a module together, instruction by instruction.
class Module {
 public:
  explicit Module(std::uint32_t bound = 100) : words_{0x07230203, 0x10000, 0, bound, 0} {}

  Module& add(std::uint32_t op, Words operands, const Words& end = {}) {
    operands.insert(operands.end(), end.begin(), end.end());
    words_.push_back(static_cast<std::uint32_t>(operands.size() + 1) << 16 | op);
    words_.insert(words_.end(), operands.begin(), operands.end());
    return *this;
  }

  std::vector<unsigned char> bytes() const {
    std::vector<unsigned char> bytes(words_.size() * 4);
    std::memcpy(bytes.data(), words_.data(), bytes.size());
    return bytes;
  }

 private:
  Words words_;
};

enum Op : std::uint32_t {
  source = 3,
  name = 5,
  string = 7,
  entry_point = 15,
  type_void = 19,
  integer = 21,
  real = 22,
  vector = 23,
  image = 25,
  sampler = 26,
  structure = 30,
  pointer = 32,
  pipe = 38,
  function = 54,
  parameter = 55,
  end = 56,
  mark = 71,
  group = 73,
  mark_group = 74
};

// Kernel "f" over one parameter for each type, whose ids are 50 and up.
Module with_kernel(Module module, const Words& types) {
  module.add(entry_point, {6, 40}, text("f")).add(type_void, {1}).add(function, {1, 40, 0, 2});
  std::uint32_t id = 50;
  for (const std::uint32_t type : types) module.add(parameter, {type, id++});
  return module.add(end, {});
}

// What the first kernel takes, as "const float* x in global".
std::vector<std::string> said(const Module& module) {
  std::vector<std::string> all;
  const auto kernels = spirv_arguments(read_spirv(module.bytes()));
  for (const ArgumentInfo& argument : kernels.front().second) {
    std::string words = argument.is_const ? "const " : "";
    words += std::string(argument.is_volatile ? "volatile " : "") + argument.type;
    words += std::string(argument.is_restrict ? " restrict" : "") + " " + argument.name;
    if (argument.address != AddressSpace::value) words += " in " + std::string(name_of(argument.address));
    if (argument.access != ImageAccess::none) words += ", " + std::string(name_of(argument.access));
    all.push_back(words);
  }
  return all;
}

std::string refusal(const std::vector<unsigned char>& bytes) {
  try {
    static_cast<void>(spirv_arguments(read_spirv(bytes)));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::build);
    return error.what();
  }
  return "nothing was refused";
}

TEST(SpirvArguments, AreNumbersAndVectors) {
  Module module;
  module.add(integer, {2, 32, 0})
      .add(integer, {3, 8, 0})
      .add(integer, {4, 64, 1})
      .add(real, {5, 32})
      .add(real, {6, 16});
  module.add(vector, {7, 2, 2}).add(vector, {8, 5, 3}).add(name, {50}, text("count"));
  module.add(mark, {51, 38, 0}).add(mark, {52, 38, 1});
  EXPECT_THAT(said(with_kernel(module, {2, 3, 3, 4, 5, 6, 7, 8})),
              ElementsAre("int|uint count", "uchar arg1", "char arg2", "long arg3", "float arg4", "half arg5",
                          "int2|uint2 arg6", "float3 arg7"));
}

TEST(SpirvArguments, ArePointersIntoEachMemory) {
  Module module;
  module.add(real, {2, 32}).add(integer, {3, 32, 0}).add(structure, {4, 2, 3}).add(name, {4}, text("struct.pair"));
  module.add(pointer, {10, 5, 2}).add(pointer, {11, 4, 3}).add(pointer, {12, 0, 2}).add(pointer, {13, 7, 4});
  module.add(mark, {50, 38, 6}).add(mark, {51, 19}).add(mark, {52, 21}).add(mark, {54, 38, 2}).add(mark, {54, 38, 5});
  EXPECT_THAT(said(with_kernel(module, {10, 10, 11, 12, 13})),
              ElementsAre("const float* arg0 in global", "float* restrict arg1 in global",
                          "volatile int*|uint* arg2 in local", "const float* arg3 in constant", "struct pair arg4"));
}

TEST(SpirvArguments, HaveTheMarksOfTheirGroups) {
  Module module;
  module.add(real, {2, 32}).add(integer, {3, 8, 0}).add(structure, {4, 2}).add(name, {4}, text("struct.pair"));
  module.add(pointer, {10, 5, 2}).add(pointer, {11, 5, 4});
  module.add(mark, {60, 38, 2}).add(mark, {60, 38, 6}).add(group, {60}).add(mark_group, {60, 50, 51});
  module.add(mark, {61, 38, 4}).add(mark, {61, 21}).add(group, {61}).add(mark_group, {61, 52}).add(mark, {52, 38, 6});
  module.add(mark, {62, 38, 0}).add(group, {62}).add(mark_group, {62, 53}).add(mark_group, {62});
  module.add(mark, {63, 38, 1}).add(group, {63}).add(mark_group, {63, 54});
  EXPECT_THAT(said(with_kernel(module, {11, 11, 10, 3, 3})),
              ElementsAre("struct pair arg0", "struct pair arg1", "const volatile float* restrict arg2 in global",
                          "uchar arg3", "char arg4"));
  EXPECT_THAT(refusal(with_kernel(Module(module).add(mark_group, {60, 100}), {2}).bytes()), HasSubstr("id 100 of 100"));
  EXPECT_THAT(refusal(with_kernel(Module(module).add(mark_group, {}), {2}).bytes()), HasSubstr("lacks an operand"));
}

TEST(SpirvArguments, InAFunctionsOwnMemoryAreTakenByValue) {
  Module module;
  module.add(integer, {2, 32, 0}).add(structure, {4, 2}).add(name, {4}, text("struct.pair")).add(pointer, {5, 7, 4});
  EXPECT_THAT(said(with_kernel(module, {5})), ElementsAre("struct pair arg0"));
}

TEST(SpirvArguments, AreImagesAndSamplers) {
  Module module;
  module.add(type_void, {9}).add(sampler, {2});
  module.add(image, {3, 9, 1, 0, 0, 0, 0, 0, 0}).add(image, {4, 9, 1, 0, 1, 0, 0, 0, 1});
  module.add(image, {5, 9, 5, 0, 0, 0, 0, 0, 0})
      .add(image, {6, 9, 2, 0, 0, 0, 0, 0, 2})
      .add(image, {7, 9, 0, 0, 1, 0, 0, 0});
  EXPECT_THAT(said(with_kernel(module, {2, 3, 4, 5, 6, 7})),
              ElementsAre("sampler_t arg0", "image2d_t arg1 in global, read_only",
                          "image2d_array_t arg2 in global, write_only", "image1d_buffer_t arg3 in global, read_only",
                          "image3d_t arg4 in global, read_write", "image1d_array_t arg5 in global"));
}

TEST(SpirvArguments, HaveTheSignThatTheCompilerWroteDown) {
  Module module;
  module.add(integer, {2, 32, 0}).add(pointer, {3, 5, 2}).add(real, {4, 32});
  module.add(string, {5}, text("kernel_arg_type.f.uint,int*,double,"));
  EXPECT_THAT(said(with_kernel(module, {2, 3, 4})), ElementsAre("uint arg0", "int* arg1 in global", "float arg2"));
}

TEST(SpirvArguments, OfTypesThatNobodyKnowsAreLeftOut) {
  EXPECT_THAT(said(with_kernel(Module().add(pipe, {2, 0}), {2})), ElementsAre());
  EXPECT_THAT(said(with_kernel(Module().add(integer, {2, 24, 0}), {2})), ElementsAre());
  EXPECT_THAT(said(with_kernel(Module().add(real, {3, 32}).add(vector, {2, 3, 7}), {2})), ElementsAre());
  EXPECT_THAT(said(with_kernel(Module().add(pointer, {2, 5, 2}), {2})), ElementsAre("void**** arg0 in global"));
}

TEST(SpirvArguments, HaveNamesThatATerminalMayShow) {
  Module module;
  module.add(real, {2, 32}).add(name, {50}, text("\x1b[2J")).add(name, {51}, text("")).add(name, {52}, text("a.b_1"));
  EXPECT_THAT(said(with_kernel(module, {2, 2, 2})), ElementsAre("float arg0", "float arg1", "float a.b_1"));
}

TEST(SpirvArguments, OfOpenClC2MayHaveUnevenGroups) {
  const auto why = [](std::uint32_t language, std::uint32_t version, const char* options = "") {
    return no_uneven_groups(read_spirv(Module().add(source, {language, version}).bytes()), options);
  };
  EXPECT_EQ(why(3, 200'000), "");
  EXPECT_EQ(why(4, 100'000), "");
  EXPECT_THAT(why(3, 102'000), HasSubstr("its source is OpenCL C 1.2, and uneven groups came with 2.0"));
  EXPECT_THAT(why(3, 300'000, "-cl-uniform-work-group-size"), HasSubstr("is built with -cl-uniform-work-group-size"));
  EXPECT_THAT(no_uneven_groups(read_spirv(Module().bytes()), ""), HasSubstr("does not say"));
}

TEST(SpirvArguments, OfDamagedModulesAreRefused) {
  const Module number = Module().add(integer, {2, 32, 0});
  EXPECT_THAT(refusal({}), HasSubstr("has no header"));
  EXPECT_THAT(refusal(with_kernel(number, {3}).bytes()), HasSubstr("the type 3, which is not declared"));
  EXPECT_THAT(refusal(with_kernel(number, {100}).bytes()), HasSubstr("id 100 of 100"));
  EXPECT_THAT(refusal(with_kernel(number, {0}).bytes()), HasSubstr("id 0 of 100"));
  EXPECT_THAT(refusal(Module(number).add(integer, {2, 8, 0}).bytes()), HasSubstr("type 2 is there twice"));
  EXPECT_THAT(refusal(Module().add(entry_point, {6, 40}, text("f")).bytes()), HasSubstr("kernel 'f' has no function"));
  EXPECT_THAT(refusal(Module().add(entry_point, {6, 40, 0x66666666}).bytes()), HasSubstr("a text has no end"));
  EXPECT_THAT(refusal(Module().add(parameter, {2, 50}).bytes()), HasSubstr("a parameter of no function"));
  EXPECT_THAT(refusal(Module().add(function, {1, 40, 0, 2}).bytes()), HasSubstr("last function does not end"));
  EXPECT_THAT(refusal(Module().add(integer, {}).bytes()), HasSubstr("lacks an operand"));
}

Module whole_module() {
  Module module;
  module.add(type_void, {9})
      .add(integer, {2, 32, 0})
      .add(real, {3, 32})
      .add(vector, {4, 3, 4})
      .add(structure, {5, 2, 3});
  module.add(pointer, {6, 5, 4}).add(pointer, {7, 7, 5}).add(image, {8, 9, 1, 0, 0, 0, 0, 0, 0}).add(sampler, {10});
  module.add(name, {50}, text("count")).add(mark, {52, 38, 2}).add(string, {11}, text("kernel_arg_type.f.uint,"));
  return with_kernel(module, {2, 6, 7, 8, 10});
}

// Returns whether the module is read. All that it may throw is an Error of the kind build.
bool is_read(const std::vector<unsigned char>& bytes) {
  return refusal(bytes) == "nothing was refused";
}

TEST(SpirvArguments, OfModulesThatEndEarlyAreReadOrRefused) {
  const auto whole = whole_module().bytes();
  EXPECT_TRUE(is_read(whole));
  for (std::size_t length = 0; length < whole.size(); ++length)
    is_read({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
}

TEST(SpirvArguments, OfModulesWithOtherBytesAreReadOrRefused) {
  const auto whole = whole_module().bytes();
  std::mt19937 random(42);
  int read = 0;
  for (int trial = 0; trial < 20'000; ++trial) {
    auto bytes = whole;
    for (auto changes = random() % 4 + 1; changes > 0; --changes)
      bytes[random() % bytes.size()] = static_cast<unsigned char>(random() % 4 == 0 ? random() : random() % 12);
    read += is_read(bytes) ? 1 : 0;
  }
  EXPECT_GT(read, 1000);  // the changes reach the types of the arguments
  EXPECT_LT(read, 19'000);
}

}  // namespace
}  // namespace lenslet::kernel
