// Users' own programs: texts that do not compile, binaries, and the cache.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/kernel.hpp>

#include "bundle/packed.hpp"
#include "ocl_test_support.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(OwnProgram, SaysWhereItDoesNotCompile) {
  const Session session;
  const ocl::TemporaryDirectory folder;
  const std::filesystem::path good = folder.path() / "good.cl", bad = folder.path() / "bad.cl";
  std::ofstream(good) << "__kernel void good(__global int *out) { *out = 1; }\n";
  std::ofstream(bad) << "__kernel void bad(__global int *out) {\n  *out = vecBB;\n}\n";
  try {
    Program::from_files(session, {good, bad});
    ADD_FAILURE() << "it compiles";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::build);
    EXPECT_THAT(error.what(), HasSubstr("bad.cl:2:10"));
    EXPECT_THAT(error.detail(), HasSubstr("vecBB"));
  }
  refusal([&] { Program::from_text(session, "__kernel void f() {}", {.options = "-werror"}); }, ErrorKind::build);
  refusal([&] { Program::from_file(session, folder.path() / "none.cl"); }, ErrorKind::io);
  refusal([&] { Program::from_files(session, {}); });
  EXPECT_THAT(refusal([&] { Program::from_files(session, {good}).kernel("goood"); }),
              HasSubstr("did you mean 'good'?"));
}

TEST(OwnProgram, MayHaveNoKernel) {
  const Program program = Program::from_text(Session(), "int twice(int x) { return 2 * x; }");
  EXPECT_THAT(program.kernel_names(), IsEmpty());
  EXPECT_THAT(refusal([&] { program.kernel("twice"); }), HasSubstr("the program has no kernel 'twice'"));
}

TEST(OwnProgram, ComesBackFromItsBinary) {
  const Session session;
  const std::string small = "__kernel void twice(__global int *to) { to[get_global_id(0)] *= 2; }";
  const std::vector<unsigned char> binary = Program::from_text(session, small).binary();
  const Program again = Program::from_binary(session, binary);
  const DeviceArray values = session.upload(Array::of<std::int32_t>({1, 2, 3}));
  const Kernel twice = again.kernel("twice");
  twice.launch({.global = {3}}, {values}).wait();
  const Array got = session.download(values);
  EXPECT_THAT(got.as<std::int32_t>(), ElementsAre(2, 4, 6));
  EXPECT_THAT(refusal(
                  [&] {
                    Program::from_binary(session, {'n', 'o', 'n', 'e'});
                  },
                  ErrorKind::build),
              HasSubstr("4 bytes are no program's binary"));
}

TEST(OwnProgram, IsCachedUnlessItIncludesAFile) {
  const ocl::TemporaryDirectory cache;
  const std::string small = "__kernel void one(__global int *to) { *to = NUMBER; }";
  const ocl::ScopedVariable on("LENSLET_CACHE", "on");
  const Session first({.cache_directory = cache.path()}), second({.cache_directory = cache.path()});
  EXPECT_EQ(Program::from_text(first, small, {.options = "-D NUMBER=1"}).cache_use(), CacheUse::miss);
  EXPECT_EQ(Program::from_text(second, small, {.options = "-D NUMBER=1"}).cache_use(), CacheUse::hit);
  EXPECT_EQ(Program::from_text(second, small, {.options = "-D NUMBER=2"}).cache_use(), CacheUse::miss);
  std::ofstream(cache.path() / "number.h") << "#define NUMBER 3\n";
  const std::string options = "-I " + cache.path().string();
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(Program::from_text(second, "# include \"number.h\"\n" + small, {.options = options}).cache_use(),
              CacheUse::off);
}

// PoCL's compiler prints the number of warnings, but only when it compiles. So the text is new each time.
TEST(OwnProgram, WarningsReachNobodyWhoDoesNotAsk) {
  const Session session({.cache = false});
  const std::string text = fmt::format("// {}\n#warning mind this\n__kernel void one(__global int *to) {{ *to = 1; }}",
                                       std::chrono::steady_clock::now().time_since_epoch().count());
  testing::internal::CaptureStderr();
  EXPECT_THAT(Program::from_text(session, text).kernel_names(), ElementsAre("one"));
  EXPECT_THAT(Program::linked(session, {ProgramObject::from_text(session, text)}).kernel_names(), ElementsAre("one"));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_THAT(Program::from_text(session, text, {.warnings = true}).log(), HasSubstr("mind this"));
}

TEST(OwnProgram, IsMadeOfSeveralTextsAndKeepsWhatTheCompilerSaid) {
  const ocl::TemporaryDirectory cache;
  const ocl::ScopedVariable on("LENSLET_CACHE", "on");
  const std::vector<ProgramText> texts{
      {"one.cl", "#define VALUE 1"},
      {"two.cl", "#warning mind this\n__kernel void two(__global int *to) { *to = VALUE; }"}};
  for (const CacheUse use : {CacheUse::miss, CacheUse::hit}) {
    const Session session({.cache_directory = cache.path()});
    const Program program = Program::from_texts(session, texts, {.warnings = true});
    EXPECT_EQ(program.cache_use(), use);
    EXPECT_THAT(program.kernel_names(), ElementsAre("two"));
    EXPECT_THAT(program.log(), testing::AllOf(HasSubstr("two.cl:1"), HasSubstr("mind this")));
    EXPECT_THAT(program.source(), testing::AllOf(HasSubstr("#define VALUE 1"), HasSubstr("*to = VALUE;")));
  }
  EXPECT_EQ(refusal([] { Program::from_texts(Session(), {}); }), "a program of 0 texts; allowed: 1 or more");
}

// PoCL then gives binaries, and tells no arguments for programs from one.
TEST(OwnProgram, KnowsItsArgumentsWhenItComesFromTheCache) {
  const ocl::TemporaryDirectory cache;
  const ocl::ScopedVariable on("LENSLET_CACHE", "on"), binaries("POCL_KERNEL_CACHE", "0");
  const std::string small = "__kernel void three(__global int *to, const short what) { *to = what; }";
  const Session first({.cache_directory = cache.path()}), second({.cache_directory = cache.path()});
  EXPECT_EQ(Program::from_text(first, small).cache_use(), CacheUse::miss);
  const Program again = Program::from_text(second, small);
  EXPECT_EQ(again.cache_use(), CacheUse::hit);
  const KernelInfo info = again.kernel("three").info();
  ASSERT_EQ(info.arguments.size(), 2u);
  EXPECT_EQ(info.arguments[1].type, "short");
}

}  // namespace
}  // namespace lenslet
