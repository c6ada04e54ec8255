// Bundles: their bytes, bundles that do not fit, and sessions that call no compiler.
#include <lenslet/bundle.hpp>

#include <cstring>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <lenslet/error.hpp>
#include <lenslet/kernel.hpp>
#include <lenslet/ops.hpp>
#include <lenslet/user_op.hpp>

#include "bundle/contents.hpp"
#include "bundle/fma_variant.hpp"
#include "bundle/link_ptx.hpp"
#include "bundle/recognise.hpp"
#include "image_support.hpp"
#include "ocl/program_cache.hpp"
#include "ocl_test_support.hpp"

namespace lenslet {
namespace {

using ocl::TemporaryDirectory;
using testing::HasSubstr;

// Returns the message of the Error that a call throws.
template <class Call>
std::string refusal_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was refused";
}

Bundle small_bundle() {
  return {.library = "1.2.3",
          .unix_time = 1767323045,
          .targets = {"device 4\nbead\ndriver 1\n1\n", bundle::spirv_target(64)},
          .programs = {{"mean", "-D N=4", "kernel void f() {}"}, {"median", "", "kernel void g() {}"}},
          .entries = {{BundleKind::binary, 1, 0, {0, 255, 10}}, {BundleKind::spirv, 0, 1, {}}},
          .works = {{"mean ksize=5", "u8 x 3 of 64 x 48", "mean", "u8x3", {64, 48}, "a.b.c", 0}},
          .tuning = "{}"};
}

TEST(Bundle, IsReadAsItWasWritten) {
  const std::string bytes = bundle::pack(small_bundle());
  const Bundle read = bundle::unpack(bytes);
  EXPECT_EQ(bundle::pack(read), bytes);
  EXPECT_EQ(read.library, "1.2.3");
  EXPECT_EQ(read.entries[0].bytes, (std::vector<unsigned char>{0, 255, 10}));
  EXPECT_EQ(read.works[0].extent, (Size{64, 48}));
  EXPECT_EQ(target_text(read, 1), "any device that takes SPIR-V, with addresses of 64 bits");
}

TEST(Bundle, OfWhichAnyByteIsAnotherIsRefused) {
  const std::string good = bundle::pack(small_bundle());
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 1);
    EXPECT_THROW(bundle::unpack(bad), Error) << i;
    EXPECT_THROW(bundle::unpack(good.substr(0, i)), Error) << i;
  }
  EXPECT_THROW(bundle::unpack(good + "x"), Error);
}

TEST(Bundle, SaysWhatIsWrong) {
  EXPECT_THAT(refusal_of([] { bundle::unpack("my diary"); }), HasSubstr("are no bundle; allowed: a file that"));
  EXPECT_THAT(refusal_of([] { bundle::unpack("lenslet bundle 2\n1\n0"); }),
              HasSubstr("is of format '2'; allowed: format 1"));
  EXPECT_THAT(refusal_of([] { bundle::unpack("lenslet bundle 0\n1\n0"); }),
              HasSubstr("is of format '0'; allowed: format 1"));
  EXPECT_THAT(refusal_of([] { bundle::unpack("lenslet bundle 1\n1\n0"); }), HasSubstr("the bundle is damaged"));
}

// The checksum is right, but the places are wrong.
TEST(Bundle, WithPlacesOutsideItsListsIsRefused) {
  const auto refused = [](auto change) {
    Bundle bad = small_bundle();
    change(bad);
    EXPECT_THROW(bundle::unpack(bundle::pack(bad)), Error);
  };
  refused([](Bundle& bad) { bad.entries[0].program = 2; });
  refused([](Bundle& bad) { bad.entries[0].target = 2; });
  refused([](Bundle& bad) { bad.works[0].target = 7; });
  refused([](Bundle& bad) { bad.works[0].extent = {-1, 4}; });
  refused([](Bundle& bad) { bad.entries[0].kind = static_cast<BundleKind>(4); });
  refused([](Bundle& bad) { bad.unix_time = -1; });
}

TEST(Bundle, SaysInWhatDevicesDiffer) {
  DeviceInfo device;
  device.name = "Abacus";
  device.driver = "1";
  const std::string made = ocl::target_key(device, {});
  device.driver = "2";
  EXPECT_EQ(bundle::difference(made, ocl::target_key(device, {})), "its code is for the driver '1', this is '2'");
  EXPECT_THAT(bundle::difference(ocl::target_key(device, {}), ocl::target_key(device, {"POCL_X=1"})),
              HasSubstr("no such variable in the environment, here is POCL_X=1"));
}

TEST(Bundle, HasTextsForDevicesWithAndWithoutFma) {
  const std::string text = "#define FAST_FMA 0\n#define X 1\n#define FAST_FMA 1\n#define FAST_FMA 0  // a default\n";
  const auto other = bundle::fma_variant(text);
  ASSERT_TRUE(other);
  EXPECT_EQ(*other, "#define FAST_FMA 1\n#define X 1\n#define FAST_FMA 0\n#define FAST_FMA 0  // a default\n");
  EXPECT_EQ(bundle::fma_variant(*other), text);
  EXPECT_FALSE(bundle::fma_variant("#define FAST_FMA 0  // a default\nx = \"#define FAST_FMA 1\";\n"));
}

TEST(Bundle, KnowsSourcesByWhatIsCompiled) {
  using bundle::same_source;
  constexpr char text[] = "#line 1 \"a/x.cl\"\nint f();\n#line 1 \"y.cl\"\nint g();\n";
  EXPECT_TRUE(same_source(text, text));
  EXPECT_TRUE(same_source(text, "#line 1 \"/b/z.cl\"\nint f();\n#line 1 \"\"\nint g();\n"));
  EXPECT_FALSE(same_source(text, "#line 2 \"a/x.cl\"\nint f();\n#line 1 \"y.cl\"\nint g();\n"));
  EXPECT_FALSE(same_source(text, "#line 1 \"a/x.cl\"\nint f();\n#line 1 \"y.cl\"\nint h();\n"));
  EXPECT_FALSE(same_source(text, "#line 1 \"a/x.cl\"\nint f();\n#line 1 \"y.cl\"\n"));
  EXPECT_FALSE(same_source("#line 1 \"a.cl\"\nf(__FILE__)", "#line 1 \"b.cl\"\nf(__FILE__)"));
}

TEST(Bundle, KnowsOpsWhereverTheirFilesLie) {
  using bundle::without_files;
  for (const char* plain : {"mean", "", "mean | in.cl x=1", "/", "a \"", "in a; b = x/y.cl a; out b"})
    EXPECT_EQ(without_files(plain), plain);
  EXPECT_EQ(without_files("mean x=1.5 y=.5 | reduce.sum z=a.b5"), "mean x=1.5 y=.5 | reduce.sum z=a.b5");
  EXPECT_EQ(without_files("tint.4711 | mean"), "*.cl | mean");
  EXPECT_EQ(without_files("/a b/c.cl"), "*.cl");
  EXPECT_EQ(without_files("/a/c.cl sigma=2 | mean | \"/a b/d.cl\" x='/e f.cl'"), "*.cl sigma=2 | mean | *.cl x=*.cl");
  EXPECT_EQ(without_files("in a; b = /c/d.cl a; out b"), "in a; b = *.cl a; out b");
}

class BundleSession : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  }
  std::filesystem::path file() const { return directory_.path() / "a.lnb"; }
  SessionOptions options() const { return {.cache = false, .bundle = file()}; }
  void write(const Bundle& bundle) const { write_bundle(file(), bundle); }

  Bundle compiled(const Call& call) const {
    Bundle bundle;
    add_work(bundle, Session({.cache = false}), image_work(call, input_.format(), input_.size()));
    return bundle;
  }
  const Image input_ = pattern({70, 40}, {SampleType::u8, 1});
  const Call call_ = ops::Mean{.ksize = 3};

 private:
  TemporaryDirectory directory_;
};

TEST_F(BundleSession, CallsNoCompiler) {
  write(compiled(call_));
  SessionOptions strict = options();
  strict.compile = false;
  const Session session(strict);
  const Result result = session.run(call_, input_);
  EXPECT_EQ(result.origin, Origin::bundle);
  EXPECT_GT(session.program_counts().from_bundle, 0);
  EXPECT_EQ(session.program_counts().compiled, 0);
  EXPECT_EQ(session.bundle_problem(), "");
  EXPECT_TRUE(equal(result.images[0], Session({.cache = false}).run(call_, input_).images[0]));
  EXPECT_EQ(check_bundle(read_trusted_bundle(file()), session).problems, std::vector<std::string>());
}

// Ops with arrays, images and several programs. Only the driver can read a kernel's arguments in the code.
TEST_F(BundleSession, HasMachineCodeWhereADriverGivesPtx) {
  const Session session({.cache = false});
  if (session.device().platform != "NVIDIA CUDA") GTEST_SKIP() << "only NVIDIA's driver gives PTX";
  Bundle bundle;
  for (const Call& call : {Call(ops::Mean{.ksize = 3}), Call(ops::Gaussian{.sigma = 2}), Call(ops::Equalize{}),
                           Call(ops::Otsu{}), Call(ops::Gradient{}), Call(ops::Median{.ksize = 5})})
    EXPECT_EQ(add_work(bundle, session, image_work(call, input_.format(), input_.size()), {.general = true}),
              std::vector<std::string>());
  for (const BundleEntry& entry : bundle.entries)
    EXPECT_FALSE(entry.kind == BundleKind::binary && bundle::is_ptx(entry.bytes)) << entry.program;
}

TEST_F(BundleSession, CompilesWhatDoesNotFitAndSaysWhy) {
  Bundle bundle = compiled(call_);
  for (std::string& target : bundle.targets) target = "device 4\nbead\n" + target;
  write(bundle);
  const Session session(options());
  EXPECT_TRUE(equal(session.run(call_, input_).images[0], Session({.cache = false}).run(call_, input_).images[0]));
  EXPECT_GT(session.program_counts().compiled, 0);
  EXPECT_THAT(session.bundle_problem(), HasSubstr("its code is for the device 'bead'"));
  SessionOptions strict = options();
  strict.compile = false;
  EXPECT_THAT(refusal_of([&] { Session(strict).run(call_, input_); }),
              testing::AllOf(HasSubstr("'bead'"), HasSubstr("compiling is switched off")));
}

TEST_F(BundleSession, WithoutTheProgramSaysWhatThereIs) {
  write(compiled(call_));
  const Session session(options());
  session.run(ops::Mean{.ksize = 7}, input_);
  EXPECT_THAT(session.bundle_problem(),
              HasSubstr("has no such program; it is for mean ksize=3 ksize_y=0 on u8 x 1 of 70 x 40"));
}

TEST_F(BundleSession, RefusesWhatOthersMayWrite) {
  write(small_bundle());
  EXPECT_EQ(Session(options()).bundle_problem(), "");
  ::chmod(file().c_str(), 0664);
  EXPECT_THAT(refusal_of([&] { Session{options()}; }), HasSubstr("chmod go-w"));
  EXPECT_EQ(read_bundle(file()).library, "1.2.3");  // reading runs no code
  write(small_bundle());
  EXPECT_EQ(Session(options()).bundle_problem(), "");  // of the old file's mode only the safe part is kept
}

// The tool compiles it, and a program that has its text runs it.
TEST_F(BundleSession, KnowsAFilterByItsText) {
  constexpr char text[] = "// name: tint\n// summary: Less.\n// window: 3\n\nPIXEL tint(WINDOW) { return AT(0, 1); }\n";
  const std::filesystem::path path = file().parent_path() / "tint.cl";
  std::ofstream(path) << text;
  write(compiled({path.string()}));
  SessionOptions strict = options();
  strict.compile = false;
  const Result result = Session(strict).run({UserOp::from_text(text).info().name}, input_);
  EXPECT_EQ(result.origin, Origin::bundle);
}

TEST_F(BundleSession, KeepsArgumentsAndLogsOfOwnPrograms) {
  constexpr char text[] = "#warning mind the step\nkernel void saxpy(const float a, global float* y) { *y *= a; }\n";
  Bundle bundle;
  const Program made = Program::from_text(Session({.cache = false}), text, {.name = "saxpy.cl", .warnings = true});
  add_program(bundle, made, "saxpy");
  write(bundle);
  const Session session(options());
  const Program program = Program::from_text(session, text, {.name = "elsewhere/saxpy.cl"});
  EXPECT_EQ(program.cache_use(), CacheUse::bundle);
  const KernelInfo info = program.kernel("saxpy").info();
  ASSERT_EQ(info.arguments.size(), 2u);
  EXPECT_EQ(info.arguments[0].name, "a");
  EXPECT_EQ(info.arguments[1].type, "float*");
  if (!made.log().empty()) {  // Mesa says nothing of its builds
    EXPECT_EQ(program.log(), made.log());
  }
}

}  // namespace
}  // namespace lenslet
