// Filters that a program brings: results, proof by a reference and by the plainest schedule, pipelines and workers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include <lenslet/error.hpp>
#include <lenslet/pipeline.hpp>
#include <lenslet/session.hpp>
#include <lenslet/user_op.hpp>
#include <lenslet/verify.hpp>

#include "image_support.hpp"
#include "ocl_test_support.hpp"
#include "op/op.hpp"
#include "tune/task.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr char lighter[] = R"(// name: lighter
// summary: The largest of three neighbours, moved.
// parameter: real shift = 2 (0 to 9): What is added.
// window: 3x1

PIXEL lighter(WINDOW) { return fmax(fmax(AT(-1, 0), AT(0, 0)), AT(1, 0)) + shift; }
)";

void lighter_reference(const UserWindow& window, std::span<double> out) {
  out[0] = std::max({window.at(-1, 0), window.at(0, 0), window.at(1, 0)}) + window.number("shift");
}

// Of the cases a few: each compiles a program.
std::vector<VerifyCase> some_cases(const Session& session, const Call& call) {
  std::vector<VerifyCase> all = verification_cases(session, call.op, 0), some;
  for (std::size_t i = 0; i < all.size(); i += 9) some.push_back(all[i]);
  return some;
}

TEST(UserOp, ComputesAndIsProvedByItsReference) {
  const Session session;
  const UserOp op = UserOp::from_text(lighter, lighter_reference);
  const Image image = pattern({31, 9}, {PixelType::u8, 3});
  const Image result = session.run(op({{"shift", 5.0}}), image).images.front();
  EXPECT_EQ(result.at(7, 4, 1),
            std::min(255.0, std::max({image.at(6, 4, 1), image.at(7, 4, 1), image.at(8, 4, 1)}) + 5));
  for (const VerifyCase& one : some_cases(session, op)) {
    const VerifyResult verified = verify(session, one);
    EXPECT_EQ(verified.outcome, Outcome::correct) << one.what << ": " << verified.detail;
  }
}

TEST(UserOp, IsWrongWhereItsReferenceSaysSo) {
  const Session session;
  std::string text = lighter;
  for (std::size_t at = text.find("lighter"); at != text.npos; at = text.find("lighter", at))
    text.replace(at, 7, "darker");
  const UserOp op = UserOp::from_text(text, lighter_reference);
  const UserOp wrong = UserOp::from_text(
      text + "// other\n", [](const UserWindow& window, std::span<double> out) { out[0] = window.at(0, 0) + 300; });
  EXPECT_NE(op.info().name, wrong.info().name);
  EXPECT_EQ(verify(session, some_cases(session, op).front()).outcome, Outcome::correct);
  EXPECT_EQ(verify(session, some_cases(session, wrong).front()).outcome, Outcome::wrong);
}

TEST(UserOp, WithoutAReferenceSchedulesMustAgree) {
  const Session session;
  const UserOp op = UserOp::from_text(  // as wrong as can be: it depends on the rows of a work-item
      "// name: uneven\n// summary: Depends on its schedule.\n// window: 3\n\n"
      "PIXEL uneven(WINDOW) { return AT(0, 0) + (float)(item_row); }\n");
  Work work = image_work(op, {PixelType::u8, 1}, {64, 64});
  work.options.schedule = "buffer.window.single.literal.split.v4.x1.y4.g64x1";
  const VerifyResult result = verify(session, {.work = work, .sizes = {{64, 64}}});
  EXPECT_EQ(result.outcome, Outcome::wrong);
  EXPECT_THAT(result.detail, HasSubstr("as the plainest schedule makes it"));
}

TEST(UserOp, IsMadeOfAnInfoAndABody) {
  const Session session;
  const UserOp op = UserOp::from_body({.name = "mixture",
                                       .summary = "The mean of two.",
                                       .details = "",
                                       .parameters = {},
                                       .outputs = {"out"},
                                       .inputs = {"a", "b"}},
                                      "", "PIXEL mixture(WINDOW) { return 0.5f * (AT(0, 0, 0) + AT(1, 0, 0)); }\n",
                                      [](const UserWindow& window, std::span<double> out) {
                                        out[0] = 0.5 * (window.sample(0, 0) + window.sample(1, 0));
                                      });
  const Image one = pattern({20, 5}, {PixelType::f32, 2}), other = pattern({20, 5}, {PixelType::f32, 2}, 1);
  const Image result = session.run(op, std::vector<Image>{one, other}).images.front();
  EXPECT_EQ(result.at(3, 2, 1), static_cast<float>(0.5 * (one.at(3, 2, 1) + other.at(3, 2, 1))));
}

TEST(UserOp, IsAStageOfPipelines) {
  const Session session;
  const UserOp op = UserOp::from_text(lighter);
  const Image image = pattern({40, 30}, {PixelType::u8, 1});
  const Image apart = session.run(op, session.run({"median"}, image).images.front()).images.front();
  EXPECT_TRUE(equal(session.run(Call{"median"} | Call(op), image).images.front(), apart));
}

TEST(UserOp, ReachesWorkersByItsText) {
  const UserOp op = UserOp::from_text(lighter);
  const Work work = image_work(op({{"shift", 1.0}}), {PixelType::u8, 1}, {64, 64});
  const std::string line = tune::to_line(work);
  EXPECT_THAT(line, HasSubstr("fmax(fmax(AT(-1, 0)"));
  EXPECT_EQ(tune::parse_work(line).call.op, op.info().name);
  EXPECT_EQ(tune::parse_work(line).call.arguments, work.call.arguments);
}

TEST(UserOp, ShowsTheCompilersWordsAtItsOwnLine) {
  const Session session;
  const ocl::TemporaryDirectory folder;
  const std::filesystem::path file = folder.path() / "broken.cl";
  std::ofstream(file)
      << "/* name: broken\n   summary: Does not compile. */\n\nPIXEL broken(WINDOW) {\n  return unknown;\n}\n";
  const UserOp op = UserOp::from_file(file);
  try {
    session.run(op, pattern({8, 8}, {PixelType::u8, 1}));
    ADD_FAILURE() << "it compiles";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::build);
    EXPECT_THAT(error.detail(), HasSubstr("broken.cl:5:10"));
  }
  EXPECT_NO_THROW(session.run(UserOp::from_text(lighter), pattern({8, 8}, {PixelType::u8, 1})));
}

TEST(UserOp, RefusesWhatItDoesNotTake) {
  const Session session;
  const UserOp op = UserOp::from_text(lighter);
  EXPECT_THROW(session.run(op({{"shift", 10.0}}), pattern({8, 8}, {PixelType::u8, 1})), Error);
  EXPECT_THROW(session.run(op({{"sift", 1.0}}), pattern({8, 8}, {PixelType::u8, 1})), Error);
  EXPECT_THROW(UserOp::from_file("/nowhere/a.cl"), Error);
  EXPECT_THROW(UserOp::from_text("// name: empty\n// summary: No function.\n"), Error);
}

}  // namespace
}  // namespace lenslet
