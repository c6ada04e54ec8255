// Programs of sources that are compiled separately, and what drivers say of their builds.
#include <lenslet/kernel.hpp>

#include <fstream>
#include <mutex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/bundle.hpp>
#include <lenslet/error.hpp>

#include "ocl_test_support.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

constexpr char twice_text[] = "int twice(int x) { return 2 * x; }\n";
constexpr char main_text[] =
    "#include \"sizes.h\"\n"
    "int twice(int x);\n"
    "kernel void fill(global int* out) { out[get_global_id(0)] = twice((int)get_global_id(0)) + OFFSET; }\n";

class LinkedProgram : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session_.emplace(SessionOptions{.cache = false});
  }
  const Session& session() const { return *session_; }
  std::vector<ProgramObject> objects() const {
    return {ProgramObject::from_text(session(), twice_text),
            ProgramObject::from_text(session(), main_text, {}, {{"sizes.h", "#define OFFSET 5\n"}})};
  }
  void expect_filled(const Program& program) const { expect_filled(program, session()); }
  static void expect_filled(const Program& program, const Session& session) {
    const DeviceArray out = session.allocate(ArrayType{SampleType::i32, {8}});
    program.kernel("fill").launch({.global = {8}}, {out}).wait();
    const Array numbers = session.download(out);
    for (std::int64_t i = 0; i < 8; ++i) EXPECT_EQ(numbers.at(i), 2.0 * static_cast<double>(i) + 5);
  }

 private:
  std::optional<Session> session_;
};

TEST_F(LinkedProgram, CallsFunctionsOfAnotherText) {
  const auto parts = objects();
  EXPECT_EQ(parts[0].binary_type(), BinaryType::object);
  const Program program = Program::linked(session(), parts);
  EXPECT_EQ(program.binary_type(), BinaryType::executable);
  EXPECT_EQ(program.kernel_names(), std::vector<std::string>{"fill"});
  expect_filled(program);
  EXPECT_EQ(session().program_counts().compiled, 3);
}

TEST_F(LinkedProgram, IsMadeOfALibrary) {
  const auto parts = objects();
  const ProgramObject library = ProgramObject::library(session(), {parts[0]});
  EXPECT_EQ(library.binary_type(), BinaryType::library);
  expect_filled(Program::linked(session(), {parts[1], library}));
}

// This includes a library, and headers that are passed as texts.
TEST_F(LinkedProgram, ComesFromABundle) {
  const ocl::TemporaryDirectory directory;
  const std::filesystem::path file = directory.path() / "a.lnb";
  const auto parts = objects();
  Bundle bundle;
  add_program(bundle, Program::linked(session(), parts), "of parts");
  add_program(bundle, Program::linked(session(), {parts[1], ProgramObject::library(session(), {parts[0]})}), "library");
  EXPECT_EQ(bundle.programs.size(), 2u);
  write_bundle(file, bundle);
  const Session strict({.cache = false, .bundle = file, .compile = false});
  const auto text = [&](const char* offset) {
    return ProgramObject::from_text(strict, main_text, {.name = "elsewhere.cl"}, {{"sizes.h", offset}});
  };
  const ProgramObject part = ProgramObject::from_text(strict, twice_text), main = text("#define OFFSET 5\n");
  expect_filled(Program::linked(strict, {part, main}), strict);
  expect_filled(Program::linked(strict, {main, ProgramObject::library(strict, {part})}), strict);
  EXPECT_EQ(strict.program_counts().from_bundle, 2);
  const auto refused = [&](const ProgramObject& other, const char* options) {
    return refusal([&] { Program::linked(strict, {part, other}, options); }, ErrorKind::build);
  };
  EXPECT_THAT(refused(text("#define OFFSET 6\n"), ""), HasSubstr("has no such program"));
  EXPECT_THAT(refused(main, "-cl-denorms-are-zero"), HasSubstr("has no such program"));
  const Session lax({.cache = false, .bundle = file});
  Program::linked(lax, {ProgramObject::from_text(lax, "kernel void other(global int* to) { *to = 1; }")});
  EXPECT_EQ(lax.program_counts().compiled, 2);
  EXPECT_THAT(lax.bundle_problem(), HasSubstr("has no such program"));
}

TEST_F(LinkedProgram, WithoutATextIsRefusedByBundles) {
  const ocl::TemporaryDirectory directory;
  std::ofstream(directory.path() / "sizes.h") << "#define OFFSET 5\n";
  Bundle bundle;
  const Program made = Program::linked(session(), objects());
  EXPECT_THAT(refusal([&] { add_program(bundle, Program::from_binary(session(), made.binary()), "of a binary"); },
                      ErrorKind::unsupported),
              HasSubstr("'of a binary' has no text by which a session would find it"));
  const ProgramObject main =
      ProgramObject::from_text(session(), main_text, {.options = "-I " + directory.path().string()});
  const Program including = Program::linked(session(), {main, ProgramObject::from_text(session(), twice_text)});
  EXPECT_THAT(refusal([&] { add_program(bundle, including, "including"); }, ErrorKind::unsupported),
              HasSubstr("parts that include files"));
  EXPECT_TRUE(bundle.programs.empty());
}

TEST_F(LinkedProgram, WithoutAFunctionSaysWhich) {
  const auto parts = objects();
  try {
    Program::linked(session(), {parts[1]});
    FAIL() << "nothing is missing";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::build);
    EXPECT_THAT(error.what(), HasSubstr("the objects do not link on"));
  }
}

TEST_F(LinkedProgram, RefusesWrongCalls) {
  EXPECT_EQ(refusal([&] { Program::linked(session(), {}); }), "0 objects to be linked; allowed: 1 or more");
  const auto parts = objects();
  EXPECT_THAT(refusal([&] { Program::linked(Session(), parts); }), HasSubstr("object 0 of 2 is of another session"));
  EXPECT_THROW(ProgramObject::from_text(session(), "int broken( {"), Error);
  SessionOptions strict{.cache = false, .compile = false};
  EXPECT_THROW(ProgramObject::from_text(Session(strict), twice_text), Error);
}

TEST_F(LinkedProgram, IsToldByTheDriverWhenItIsBuilt) {
  std::mutex mutex;
  std::vector<BuildNotice> notices;
  const auto note = [&](const BuildNotice& notice) {
    const std::lock_guard lock(mutex);
    notices.push_back(notice);
  };
  const Program warned =
      Program::from_text(session(), "#warning mind the step\nkernel void one(global int* to) { *to = 1; }",
                         {.warnings = true, .when_built = note});
  ASSERT_EQ(notices.size(), 1u);
  EXPECT_TRUE(notices[0].built);
  EXPECT_EQ(notices[0].log, warned.log());
  EXPECT_THROW(Program::from_text(session(), "kernel void two() { nonsense; }", {.when_built = note}), Error);
  ASSERT_EQ(notices.size(), 2u);
  EXPECT_FALSE(notices[1].built);
  EXPECT_THAT(notices[1].log, HasSubstr("nonsense"));
  Program::from_text(session(), "kernel void three(global int* to) { *to = 1; }",
                     {.when_built = [](const auto&) { throw 3; }});
}

}  // namespace
}  // namespace lenslet
