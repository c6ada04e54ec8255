// Filters that a program brings: results, proof by a reference and by the plainest schedule, pipelines and workers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

#include <lenslet/error.hpp>
#include <lenslet/ops.hpp>
#include <lenslet/pipeline.hpp>
#include <lenslet/quarantine.hpp>
#include <lenslet/session.hpp>
#include <lenslet/tuning_store.hpp>
#include <lenslet/user_op.hpp>
#include <lenslet/verify.hpp>

#include "image_support.hpp"
#include "kernel_texts.hpp"
#include "ocl_test_support.hpp"
#include "op/op.hpp"
#include "session/plan.hpp"
#include "tune/task.hpp"
#include "user/table.hpp"

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
std::vector<VerifyCase> some_cases(const Session& session, const Call& call, std::size_t step = 9) {
  std::vector<VerifyCase> all = verification_cases(session, call.op, 0), some;
  for (std::size_t i = 0; i < all.size(); i += step) some.push_back(all[i]);
  return some;
}

TEST(UserOp, ComputesAndIsProvedByItsReference) {
  const Session session;
  const UserOp op = UserOp::from_text(lighter, lighter_reference);
  const Image image = pattern({31, 9}, {SampleType::u8, 3});
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
  Work work = image_work(op, {SampleType::u8, 1}, {64, 64});
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
  const Image one = pattern({20, 5}, {SampleType::f32, 2}), other = pattern({20, 5}, {SampleType::f32, 2}, 1);
  const Image result = session.run(op, std::vector<Image>{one, other}).images.front();
  EXPECT_EQ(result.at(3, 2, 1), static_cast<float>(0.5 * (one.at(3, 2, 1) + other.at(3, 2, 1))));
}

// The same rectangle of a run for all, and of one for the rectangle alone.
void expect_regions(const Session& session, const UserOp& op, const std::vector<Image>& images, const Rect& region) {
  const Plan plan = session.plan(op, images.front().format());
  std::vector<DeviceValue> inputs;
  for (const Image& image : images) inputs.emplace_back(session.upload(image));
  const auto whole = plan.run(inputs), part = plan.run(inputs, {.region = region});
  for (std::size_t i = 0; i < whole.size(); ++i)
    EXPECT_TRUE(equal(session.download(part.image(i)), session.download(whole.image(i).view(region))))
        << op.info().name << ", output " << i;
}

void expect_verified(const Session& session, const UserOp& op) {
  for (const VerifyCase& one : some_cases(session, op, 30)) {
    const VerifyResult verified = verify(session, one);
    EXPECT_EQ(verified.outcome, Outcome::correct) << one.what << ": " << verified.detail;
  }
}

TEST(UserOp, OfSeveralInputsKnowsItsPlace) {
  const Session session;
  const UserOp op = UserOp::from_text(
      "// name: ramp\n// summary: From one picture to the other.\n// inputs: a, b\n// tolerance: 1e-5\n\n"
      "PIXEL ramp(WINDOW) { return mix(AT(0, 0, 0), AT(1, 0, 0), (X + Y) / (WIDTH + HEIGHT)); }\n",
      [](const UserWindow& w, std::span<double> out) {
        const double t = static_cast<double>(w.x() + w.y()) / static_cast<double>(w.width() + w.height());
        out[0] = w.sample(0, 0) * (1 - t) + w.sample(1, 0) * t;
      });
  const Image one = pattern({31, 9}, {SampleType::f32, 3}), other = pattern({31, 9}, {SampleType::f32, 3}, 1);
  expect_regions(session, op, {one, other}, {5, 3, 11, 4});
  expect_verified(session, op);
}

TEST(UserOp, OfPixelsKnowsItsPlaceBetweenOthers) {
  const Session session;
  const UserOp op = UserOp::from_text(
      "// name: stripes\n// summary: Darker every fourth column.\n// pixels:\n// tolerance: 1e-5\n\n"
      "void stripes(PIXELS) {\n"
      "  for (int c = 0; c < channels; ++c) OUT(0, c) = X - 4.0f * floor(X / 4.0f) < 1.0f ? 0.5f * IN(0, c) : IN(0, "
      "c);\n"
      "}\n");
  const Image image = pattern({40, 30}, {SampleType::u8, 4, true});
  const Image apart =
      session.run({"invert"}, session.run(op, session.run({"invert"}, image).images.front()).images.front())
          .images.front();
  EXPECT_TRUE(equal(session.run(Call{"invert"} | Call(op) | Call{"invert"}, image).images.front(), apart));
  EXPECT_EQ(session.run(op, image).images.front().at(4, 2, 1), std::nearbyint(0.5 * image.at(4, 2, 1)));
  EXPECT_EQ(session.run(op, image).images.front().at(4, 2, 3), image.at(4, 2, 3));
}

// Filters of integers have vectors of 32 lanes on some CPUs, for which OpenCL C has no sine.
TEST(UserOp, CallsWhatItLikesBehindWideVectors) {
  const Session session;
  const UserOp op = UserOp::from_text(
      "// name: wave\n// summary: A wave of levels.\n// inputs: a, b\n// tolerance: 1e-4\n\n"
      "PIXEL wave(WINDOW) { return AT(0, 0, 0) + 99.0f * sin(AT(1, 0, 0)); }\n");
  const Image image = pattern({140, 9}, {SampleType::u8, 3});
  PipelineBuilder graph;
  const auto photo = graph.input("photo");
  graph.output("waves", graph.add(op, {photo, graph.add(ops::Erode{.ksize = 3}, {photo})}));
  const Work work = image_work(graph.build(), image.format(), image.size());
  const VerifyResult result = verify(session, {.work = work, .values = {image}});
  EXPECT_EQ(result.outcome, Outcome::correct) << result.detail;
}

TEST(UserOp, SeesWindowsOfSeveralInputs) {
  const Session session;
  const UserOp op = UserOp::from_text(
      "// name: moving\n// summary: What moved between two pictures.\n// inputs: a, b\n// window: 3\n// tolerance: "
      "1e-6\n\n"
      "PIXEL moving(WINDOW) { return fabs(AT(0, -1, 0) - AT(1, 1, -1)) + AT(1, 0, 1); }\n",
      [](const UserWindow& w, std::span<double> out) {
        out[0] = std::abs(w.at(0, -1, 0) - w.at(1, 1, -1)) + w.at(1, 0, 1);
      });
  const Image one = pattern({31, 9}, {SampleType::u8, 3}), other = pattern({31, 9}, {SampleType::u8, 3}, 1);
  const Image result = session.run(op, std::vector<Image>{one, other}).images.front();
  EXPECT_EQ(result.at(7, 4, 1), std::min(255.0, std::abs(one.at(6, 4, 1) - other.at(8, 3, 1)) + other.at(7, 5, 1)));
  expect_regions(session, op, {one, other}, {5, 3, 11, 4});
  expect_verified(session, op);
  EXPECT_THROW(session.run(op, std::vector<Image>{one, pattern({30, 9}, {SampleType::u8, 3})}), Error);
}

TEST(UserOp, MakesTwoOutputsOfWindows) {
  const Session session;
  const UserOp op = UserOp::from_text(
      "// name: edges\n// summary: Least and greatest.\n// outputs: least, greatest\n// window: 3x1\n\n"
      "PIXEL least(WINDOW) { return fmin(AT(-1, 0), AT(1, 0)); }\n"
      "PIXEL greatest(WINDOW) { return fmax(AT(-1, 0), AT(1, 0)); }\n",
      [](const UserWindow& w, std::span<double> out) {
        out[0] = std::min(w.at(-1, 0), w.at(1, 0));
        out[1] = std::max(w.at(-1, 0), w.at(1, 0));
      });
  const Image image = pattern({31, 9}, {SampleType::u8, 1});
  const std::vector<Image> results = session.run(op, image).images;
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0].at(7, 4, 0), std::min(image.at(6, 4, 0), image.at(8, 4, 0)));
  EXPECT_EQ(results[1].at(7, 4, 0), std::max(image.at(6, 4, 0), image.at(8, 4, 0)));
  expect_regions(session, op, {image}, {5, 3, 11, 4});
  expect_verified(session, op);
}

TEST(UserOp, IsAStageOfPipelines) {
  const Session session;
  const UserOp op = UserOp::from_text(lighter);
  const Image image = pattern({40, 30}, {SampleType::u8, 1});
  const Image apart = session.run(op, session.run({"median"}, image).images.front()).images.front();
  EXPECT_TRUE(equal(session.run(Call{"median"} | Call(op), image).images.front(), apart));
}

TEST(UserOp, ReachesWorkersByItsText) {
  const UserOp op = UserOp::from_text(lighter);
  const Work work = image_work(op({{"shift", 1.0}}), {SampleType::u8, 1}, {64, 64});
  const std::string line = tune::to_line(work);
  EXPECT_THAT(line, HasSubstr("fmax(fmax(AT(-1, 0)"));
  std::vector<op::OpPtr> brought;
  const Call back = tune::parse_work(line, brought).call;
  EXPECT_EQ(back.op, op.info().name);
  EXPECT_EQ(back.arguments, work.call.arguments);
  const Work both =
      image_work(op | Call(UserOp::from_text(std::string(lighter) + "\n")), {SampleType::u8, 1}, {64, 64});
  tune::parse_work(tune::to_line(both), brought);
  EXPECT_EQ(brought.size(), 2u) << "two texts that declare one name";
}

std::string filter_that_adds(const std::string& what, const std::string& parameters = {}) {
  return "// name: moved_by\n// summary: Adds a number.\n" + parameters +
         "// window: 1x1\nPIXEL moved_by(WINDOW) { return AT(0, 0) + " + what + "; }\n";
}

double first_sample_of(const Session& session, const Call& call) {
  Image image({3, 2}, {SampleType::f32, 1});
  return session.run(call, image).images.front().at(0, 0, 0);
}

TEST(UserOp, OfAFileThatHasChangedIsReadAgain) {
  const Session session;
  const ocl::TemporaryDirectory folder;
  const auto file = folder.path() / "changed_filter.cl";
  std::ofstream(file) << filter_that_adds("2");
  EXPECT_EQ(first_sample_of(session, {file.string()}), 2);
  const Plan kept = session.plan({file.string()}, {SampleType::f32, 1});
  std::ofstream(file) << filter_that_adds("3");
  EXPECT_EQ(first_sample_of(session, {file.string()}), 3);
  EXPECT_EQ(first_sample_of(session, Pipeline::parse(file.string() + " | " + file.string())), 6);
  std::ofstream(file) << filter_that_adds("4");
  const std::string twice = file.string() + " | " + file.string();
  EXPECT_EQ(first_sample_of(session, Pipeline::parse(twice)), 8);
  std::ofstream(file) << filter_that_adds("more", "// parameter: real more = 5 (0 to 9): What is added.\n");
  EXPECT_EQ(first_sample_of(session, Pipeline::parse(file.string() + " more=7 | " + file.string())), 12);
  std::filesystem::remove(file);
  EXPECT_EQ(first_sample_of(session, {file.string()}), 5);
  const DeviceImage first = kept.run(session.upload(Image({3, 2}, {SampleType::f32, 1}))).image();
  EXPECT_EQ(session.download(first).at(0, 0, 0), 2);
}

// A file that is wrong by now says nothing of what was read before.
TEST(UserOp, IsOfOneTextInAllOfAPlan) {
  const Session session;
  const ocl::TemporaryDirectory folder;
  const auto file = folder.path() / "soon_wrong.cl";
  std::ofstream(file) << filter_that_adds("2");
  std::vector<op::ProblemPtr> problems;
  for (const std::string& text : {file.string(), file.string() + " | median | " + file.string()})
    problems.push_back(op::problem_of(image_work({text}, {SampleType::f32, 1}, {3, 2})));
  std::ofstream(file) << "// no filter\n";
  for (const op::ProblemPtr& problem : problems) {
    const Plan plan = plan_of(session, problem);
    const Image result = session.download(plan.run(session.upload(Image({3, 2}, {SampleType::f32, 1}))).image());
    EXPECT_EQ(result.at(0, 0, 0), problem == problems.front() ? 2 : 4) << problem->op();
  }
}

TEST(UserOp, ThatHasChangedIsDrawnAnew) {
  const Session session;
  const ocl::TemporaryDirectory folder;
  const auto file = folder.path() / "drawn.cl";
  std::ofstream(file) << filter_that_adds("more", "// parameter: real more = 5 (0 to 9): What is added.\n");
  RandomOptions options{.tries = 1, .ops = {file.string()}};
  verify_at_random(session, options);
  std::ofstream(file) << filter_that_adds("2");
  for (options.seed = 1; options.seed < 5; ++options.seed)
    EXPECT_THAT(verify_at_random(session, options).work.call.arguments, testing::IsEmpty()) << options.seed;
}

TEST(UserOp, StaysWithItsPlan) {
  const Session session;
  const Plan plan = session.plan(UserOp::from_text(filter_that_adds("2")), {SampleType::f32, 1});
  EXPECT_EQ(first_sample_of(session, UserOp::from_text(filter_that_adds("3"))), 3);
  const Image result = session.download(plan.run(session.upload(Image({3, 2}, {SampleType::f32, 1}))).image());
  EXPECT_EQ(result.at(0, 0, 0), 2);
}

TEST(UserOp, GoesWhenItsTextIsReplacedAndNobodyHoldsIt) {
  const std::size_t ops = user::known_ops(), texts = kept_kernel_texts();
  const ocl::TemporaryDirectory folder;
  const auto file = folder.path() / "often_changed.cl";
  for (int i = 0; i < 1000; ++i) {
    const std::string text = filter_that_adds(std::to_string(i));
    UserOp::from_text("// first line\n" + text);
    std::ofstream(file) << text;
    op::problem_of(image_work({file.string()}, {SampleType::u8, 1}, {8, 8}));
  }
  EXPECT_LE(user::known_ops(), ops + 17) << "16 texts of a name, and one of a file";
  EXPECT_LE(kept_kernel_texts(), texts + 17);
}

TEST(UserOp, IsKnownByItsNameAsLongAsSomebodyHoldsIt) {
  const UserOp held = UserOp::from_text(filter_that_adds("2"));
  const Pipeline pipeline = Call(UserOp::from_text(filter_that_adds("3"))) | Call{"median"};
  const Call alone = UserOp::from_text(filter_that_adds("4"));
  for (int i = 0; i < 15; ++i) UserOp::from_text(filter_that_adds("5 + " + std::to_string(i)));
  EXPECT_NO_THROW(find_op(alone.op)) << "it is one of the last 16 texts of its name";
  UserOp::from_text(filter_that_adds("6"));
  EXPECT_EQ(find_op(held.info().name).declared, "moved_by");
  EXPECT_TRUE(is_of_user(find_op(Call(pipeline).op)));
  EXPECT_THROW(find_op(alone.op), Error);
}

TEST(UserOp, OfATextStaysWhereAFolderHasItsName) {
  const Call text = UserOp::from_text(filter_that_adds("7"));
  const ocl::TemporaryDirectory folder;
  const ocl::ScopedVariable path("LENSLET_OPS_PATH", folder.path().c_str());
  std::ofstream(folder.path() / "a.cl") << filter_that_adds("8");
  EXPECT_NO_THROW(find_op("moved_by"));
  EXPECT_NO_THROW(find_op(text.op));
}

// As it ends, what a reference holds may call the library.
TEST(UserOp, EndsWhereItMayLookUpOps) {
  int ended = 0;
  std::shared_ptr<void> held(nullptr, [&ended](void*) {
    find_op("gaussian | median");
    UserOp::from_text(filter_that_adds("9"));
    ++ended;
  });
  UserOp::from_text(filter_that_adds("8"), [held = std::move(held)](const UserWindow&, std::span<double>) {});
  for (int i = 0; i < 16; ++i) UserOp::from_text(filter_that_adds("10 + " + std::to_string(i)));
  EXPECT_EQ(ended, 1);
}

TEST(UserOp, OfAFolderWhoseFilesHaveChangedIsReadAgain) {
  const ocl::TemporaryDirectory held;
  const std::filesystem::path folder = held.path() / "filters";
  std::filesystem::create_directory(folder);
  const ocl::ScopedVariable path("LENSLET_OPS_PATH", folder.c_str());
  EXPECT_THAT(user_op_names(), testing::IsEmpty());
  const Session session;
  std::ofstream(folder / "a.cl") << filter_that_adds("2");
  EXPECT_EQ(first_sample_of(session, {"moved_by"}), 2);
  std::ofstream(folder / "a.cl") << filter_that_adds("30");
  EXPECT_EQ(first_sample_of(session, {"moved_by"}), 30);
  std::filesystem::remove_all(folder);
  EXPECT_THAT(user_op_names(), testing::IsEmpty());
}

TEST(UserOp, ShowsTheCompilersWordsAtItsOwnLine) {
  const Session session;
  const ocl::TemporaryDirectory folder;
  const std::filesystem::path file = folder.path() / "broken.cl";
  std::ofstream(file)
      << "/* name: broken\n   summary: Does not compile. */\n\nPIXEL broken(WINDOW) {\n  return unknown;\n}\n";
  const UserOp op = UserOp::from_file(file);
  try {
    session.run(op, pattern({8, 8}, {SampleType::u8, 1}));
    ADD_FAILURE() << "it compiles";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::build);
    EXPECT_THAT(error.detail(), HasSubstr("broken.cl:5:10"));
  }
  EXPECT_NO_THROW(session.run(UserOp::from_text(lighter), pattern({8, 8}, {SampleType::u8, 1})));
}

TEST(UserOp, IsNotWaitedForLongerThanIsAllowed) {
  const Session session;
  const UserOp op = UserOp::from_text(
      "// name: slow\n// summary: Takes a while.\n\n"
      "PIXEL slow(WINDOW) {\n"
      "  PIXEL v = AT(0, 0);\n"
      "  for (int i = 0; i < 2000000; ++i) v = v * 0.999f + 1.0f;\n"
      "  return v;\n"
      "}\n");
  const Plan plan = session.plan(op, {SampleType::f32, 1});
  const DeviceImage image = session.upload(pattern({8, 8}, {SampleType::f32, 1}));
  const std::vector<DeviceImage> outputs{session.allocate({8, 8}, {SampleType::f32, 1})};
  const Launch launch = plan.launch_into(image, outputs);
  try {
    launch.wait(std::chrono::milliseconds(1));
    ADD_FAILURE() << "it took less than a millisecond";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::device);
    EXPECT_THAT(error.what(), HasSubstr("still at work after 1 ms"));
  }
  launch.wait(std::chrono::minutes(10));
  EXPECT_NEAR(session.download(outputs.front()).at(3, 3, 0), 1000, 1);
  EXPECT_NO_THROW(plan.run(image, {.limit = std::chrono::minutes(10)}));
}

TEST(UserOp, WhoseScheduleIsQuarantinedSaysWhy) {
  const ocl::TemporaryDirectory folder;
  const Image image = pattern({8, 8}, {SampleType::u8, 1});
  const UserOp op = UserOp::from_text(lighter);
  const Work work = image_work(op, image.format(), image.size());
  const Session session({.data_directory = folder.path()});
  const Plan plan = session.plan(work);
  quarantine(plan, "no end after 2 s");
  Work forced = work;
  forced.options.schedule = plan.schedule();
  for (const Session& again : {session, Session({.data_directory = folder.path()})}) {
    try {
      again.plan(work);
      ADD_FAILURE() << "it is tried again";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::unsupported);
      EXPECT_THAT(error.what(), HasSubstr("its schedule " + plan.schedule() + " is quarantined on"));
      EXPECT_THAT(error.what(), HasSubstr("no end after 2 s; allowed: another text of the op"));
    }
    EXPECT_NO_THROW(again.plan(forced));
    EXPECT_NO_THROW(again.run(Call{"invert"}, image));
  }
  TuningStore(folder.path()).clear();
  EXPECT_NO_THROW(Session({.data_directory = folder.path()}).plan(work));
}

TEST(UserOp, RefusesWhatItDoesNotTake) {
  const Session session;
  const UserOp op = UserOp::from_text(lighter);
  EXPECT_THROW(session.run(op({{"shift", 10.0}}), pattern({8, 8}, {SampleType::u8, 1})), Error);
  EXPECT_THROW(session.run(op({{"sift", 1.0}}), pattern({8, 8}, {SampleType::u8, 1})), Error);
  EXPECT_THROW(UserOp::from_file("/nowhere/a.cl"), Error);
  EXPECT_THROW(UserOp::from_text("// name: empty\n// summary: No function.\n"), Error);
}

}  // namespace
}  // namespace lenslet
