// Kernels of users as ops: heads, results, sizes and types, groups as a schedule, pipelines, proof.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>
#include <lenslet/pipeline.hpp>
#include <lenslet/session.hpp>
#include <lenslet/user_op.hpp>
#include <lenslet/verify.hpp>

#include "image_support.hpp"
#include "refusal.hpp"
#include "user/head.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

constexpr char halves[] = R"(// name: halves
// summary: Sums of the two rows below each other, and their group.
// parameter: real gain = 1 (0 to 4): A factor.
// parameter: choice kind = sum (sum, first): Which.
// kernel: add_rows
// size: width height/2
// group: 8x4, 16, auto
// local: 4*items + 16
// takes: u8, 1
// makes: f32
// options: -D ONE=1.0f

__kernel void add_rows(IMAGE_IN(image), IMAGE_OUT(out), const float gain, const int kind, __local float *memory) {
  const int x = get_global_id(0), y = get_global_id(1);
  const size_t place = get_local_id(1) * get_local_size(0) + get_local_id(0);
  memory[place] = ONE;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x >= out_width || y >= out_height) return;
  const float first = GET(image, x, 2 * y, 0), below = 2 * y + 1 < image_height ? GET(image, x, 2 * y + 1, 0) : 0;
  PUT(gain * (kind == 0 ? first + below : first) * memory[place], out, x, y, 0);
}
)";

// Groups need the local memory of their items; the driver's choice has no number of them.
std::string without_auto(std::string text) {
  text.replace(text.find(", auto"), 6, "");
  return text;
}

UserOp halves_op() {
  return UserOp::from_text(without_auto(halves));
}

TEST(UserKernel, ComputesByItsHead) {
  const Session session;
  const Image image = pattern({13, 7}, {SampleType::u8, 1});
  for (const char* schedule : {"", "group8x4", "group16"}) {
    const Image result =
        session.run(halves_op()({{"gain", 2.0}}), std::vector<Image>{image}, {.schedule = schedule}).images.front();
    ASSERT_EQ(result.size(), (Size{13, 4}));
    EXPECT_EQ(result.format(), (PixelFormat{SampleType::f32, 1}));
    EXPECT_EQ(result.at(12, 1, 0), 2 * (image.at(12, 2, 0) + image.at(12, 3, 0)));
    EXPECT_EQ(result.at(5, 3, 0), 2 * image.at(5, 6, 0));
  }
}

TEST(UserKernel, BeginsAtItsOffset) {
  const Session session;
  const UserOp inner = UserOp::from_text(
      "// name: inner\n// summary: Where its items are.\n// kernel: inner\n// takes: u8, 1\n// range: width-3 height - "
      "1\n"
      "// offset: 2 1\n\n__kernel void inner(IMAGE_IN(image), IMAGE_OUT(out)) {\n"
      "  const int x = get_global_id(0), y = get_global_id(1);\n"
      "  PUT(100 * get_global_size(0) + 10 * get_global_size(1) + x + y, out, x - 2, y - 1, 0);\n}\n");
  const Image result = session.run(inner, std::vector<Image>{pattern({4, 3}, {SampleType::u8, 1})}).images.front();
  EXPECT_EQ(result.at(0, 0, 0), 100 + 20 + 2 + 1);
  EXPECT_EQ(result.at(0, 1, 0), 100 + 20 + 2 + 2);
}

TEST(UserKernel, IsAStageOfPipelines) {
  const Session session;
  const Image image = pattern({33, 20}, {SampleType::u8, 1});
  const Image apart = session
                          .run(Call{"clip", {{"high", 90.0}}},
                               session.run(halves_op(), session.run({"median"}, image).images.front()).images.front())
                          .images.front();
  const auto chain = Call{"median"} | Call(halves_op()) | Call{"clip", {{"high", 90.0}}};
  EXPECT_TRUE(equal(session.run(chain, image).images.front(), apart));
}

TEST(UserKernel, IsProvedByItsFirstGroup) {
  const Session session;
  for (const VerifyCase& one : verification_cases(session, Call(halves_op()).op, 0)) {
    const VerifyResult result = verify(session, one);
    EXPECT_EQ(result.outcome, Outcome::correct) << one.what << ": " << result.detail;
  }
  std::string text = without_auto(halves);
  text.replace(text.find("gain * (kind"), 4, "(float)get_local_size(1)");
  Work work = image_work(UserOp::from_text(text), {SampleType::u8, 1}, {37, 23});
  work.options.schedule = "group16";
  const VerifyResult wrong = verify(session, {.work = work, .sizes = {{37, 23}}});
  EXPECT_EQ(wrong.outcome, Outcome::wrong);
  EXPECT_THAT(wrong.detail, HasSubstr("as the plainest schedule makes it"));
}

TEST(UserKernel, RefusesWhatItsHeadDoesNotAllow) {
  const Session session;
  const auto run = [&](const UserOp& op, const Image& image) {
    return refusal([&] { session.run(op, std::vector<Image>{image}); });
  };
  const Image grey = pattern({8, 8}, {SampleType::u8, 1});
  EXPECT_THAT(run(halves_op(), pattern({8, 8}, {SampleType::u16, 1})), HasSubstr("image is of u16; allowed: u8"));
  const Plan plan = session.plan(image_work(halves_op(), grey.format(), grey.size()));
  EXPECT_THAT(refusal([&] {
                plan.run(session.upload(grey), {.region = Rect{0, 0, 2, 2}});
              }),
              HasSubstr("must see its input whole"));
  std::string other = without_auto(halves);
  other.replace(other.find("const int kind, "), 16, "");
  other.replace(other.find("kind == 0"), 9, "1");
  EXPECT_THAT(run(UserOp::from_text(other), grey), HasSubstr("the kernel has 12 arguments and the head 13"));
}

TEST(UserKernel, HeadsAreCheckedWithTheirPlace) {
  const auto head = [](const std::string& lines) {
    return refusal([&] {
      user::parse_head("// name: own\n// summary: A test.\n" + lines + "\n__kernel void own() {}\n", "own.cl");
    });
  };
  EXPECT_THAT(head("// range: width"), HasSubstr("own.cl:4:1: 'range:' is for kernels of your own"));
  EXPECT_THAT(head("// kernel: own\n// window: 3"), HasSubstr("'window:' and 'kernel:' do not go together"));
  EXPECT_THAT(head("// kernel: own\n// range: width wide"), HasSubstr("own.cl:4:17: 'wide'; allowed: width, height"));
  EXPECT_THAT(head("// kernel: own\n// range: 1 2 3 4"), HasSubstr("4 numbers; allowed: 1 to 3"));
  EXPECT_THAT(head("// kernel: own\n// range: width- 2"), HasSubstr("'width-'; allowed: width, height"));
  EXPECT_THAT(head("// kernel: own\n// offset: 1 2 3 4"), HasSubstr("at most 3 numbers"));
  EXPECT_THAT(head("// kernel: own\n// group: 16x"), HasSubstr("the group '16x'; allowed"));
  EXPECT_THAT(head("// kernel: own\n// range: width\n// group: 8x8"), HasSubstr("more dimensions than the range"));
  EXPECT_THAT(head("// kernel: own\n// local: 4*item"), HasSubstr("bytes*items"));
  EXPECT_THAT(refusal([] { user::parse_head(halves, "halves.cl"); }), HasSubstr("and not auto"));
  EXPECT_THAT(refusal([] {
                UserOp::from_text("// name: own\n// summary: A test.\n// kernel: other\n__kernel void own() {}\n");
              }),
              HasSubstr("the kernel is missing: __kernel void other"));
  const user::Head read = user::parse_head(without_auto(halves), "halves.cl");
  EXPECT_EQ(user::text_of(user::parse_head(user::text_of(read), "again.cl")), user::text_of(read));
}

}  // namespace
}  // namespace lenslet
