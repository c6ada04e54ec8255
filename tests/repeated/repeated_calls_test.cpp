// Calls that come again: what they cost is counted, their programs become special with the same bits, and what tuning
// stores is seen by the next call.
#include <atomic>
#include <chrono>
#include <future>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/bundle.hpp>
#include <lenslet/error.hpp>
#include <lenslet/ops.hpp>
#include <lenslet/quarantine.hpp>
#include <lenslet/session.hpp>
#include <lenslet/tuning_store.hpp>
#include <lenslet/user_op.hpp>

#include "../unit/ocl_test_support.hpp"
#include "counted_calls.hpp"
#include "image_support.hpp"
#include "refusal.hpp"
#include "session/later_plans.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr Size large{1280, 800};  // so that special programs pay after few calls

class RepeatedCalls : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    open({});
  }
  void open(SessionOptions options) {
    options.cache = false;
    options.data_directory = directory.path();
    session.emplace(options);
  }
  void need_general_programs() const {
    if (session->device().kind != DeviceKind::cpu) GTEST_SKIP() << "no general programs for this kind of device";
  }
  Session::State& state() const { return state_of(*session); }

  std::string run(const Image& image, const OpOptions& options = {}) const {
    return session->run(call, image, options).schedule;
  }

  // Asks for special programs as after very many runs of this call, which has run. Returns its plan.
  ReadyPlanPtr ask(const Call& of, const Image& image) const {
    const OpOptions options;
    const AskedCall asked{of, {ImageType{image.format(), image.size()}}, options};
    const KnownCall known = state().known_calls.find(asked, hash_of(asked)).value().call;
    specialize_in_background(*session, hash_of(asked), known, 1'000'000'000);
    return known.plan;
  }

  // Adds a trial as another process would, and returns its schedule: one that no default has.
  std::string tune(const Image& image, int items_y = 2) const {
    Schedule schedule = parse_schedule("buffer.window.single.literal.clamp.v1.x1.y1.g16x1");
    schedule.items_y = items_y;
    const op::ProblemPtr problem = op::problem_of(image_work(call, image.format(), image.size()));
    store::Store(directory.path())
        .add(store::key_of(*problem, session->device()),
             {to_string(schedule), Outcome::correct, {1.0 / items_y, 0.9 / items_y, 1.1 / items_y, 5}, {}});
    return to_string(schedule);
  }

  // Waits until the times of the store's files lie so far behind that they tell changes apart.
  void let_times_settle() const {
    while (state().store.version().may_hide_changes) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }

  const Call call = ops::Gaussian{.sigma = 1.1, .ksize = 5};
  ocl::TemporaryDirectory directory;
  std::optional<Session> session;
};

TEST_F(RepeatedCalls, AskNeitherTheStoreNorTheCompiler) {
  const Image image = pattern({40, 30}, {SampleType::u8, 1});
  tune(image);
  let_times_settle();
  Image target(image.size(), image.format());
  session->run_into(call, image, target);
  session->run(call, image);
  counted_calls().reset();
  for (int i = 0; i < 10; ++i) session->run_into(call, image, target);
  for (int i = 0; i < 10; ++i) session->run(call, image);
  EXPECT_EQ(counted_calls().sqlite, 0);
  EXPECT_EQ(counted_calls().programs, 0);
  EXPECT_LE(counted_calls().buffers, 2 * 20);  // a view of the input, and one of the result
  EXPECT_EQ(state().known_calls.size(), 1);
}

TEST_F(RepeatedCalls, DifferByAllThatIsAsked) {
  const Image image = pattern({40, 30}, {SampleType::u8, 1});
  const Image plain = session->run(call, image).image();
  EXPECT_TRUE(equal(session->run(call, image).image(), plain));
  EXPECT_FALSE(equal(session->run(ops::Gaussian{.sigma = 1.2, .ksize = 5}, image).image(), plain));
  EXPECT_FALSE(equal(session->run(call, image, {.border = Border::constant}).image(), plain));
  EXPECT_EQ(session->run(call, pattern({41, 30}, {SampleType::u8, 1})).image().width(), 41);
  EXPECT_EQ(session->run(call, image, {.ddepth = SampleType::f32}).image().format().type, SampleType::f32);
  EXPECT_EQ(state().known_calls.size(), 5);
}

TEST_F(RepeatedCalls, RefuseWrongTargetsAsTheFirstDoes) {
  const Image image = pattern({40, 30}, {SampleType::u8, 1});
  Image wrong({39, 30}, image.format()), right(image.size(), image.format());
  const auto refused = [&] { return refusal([&] { session->run_into(call, image, wrong); }); };
  const std::string first = refused();
  EXPECT_THAT(first, HasSubstr("target 0"));
  EXPECT_EQ(state().known_calls.size(), 0);
  session->run_into(call, image, right);
  EXPECT_EQ(refused(), first);
}

TEST_F(RepeatedCalls, AreBounded) {
  const Image image = pattern({8, 8}, {SampleType::u8, 1});
  const int more = static_cast<int>(KnownCalls::max_calls) + 20;
  OpOptions options;  // another value outside the image compiles nothing
  options.border = Border::constant;
  for (int i = 0; i < more; ++i) {
    options.border_value = {static_cast<double>(i)};
    session->run(call, image, options);
  }
  EXPECT_EQ(state().known_calls.size(), KnownCalls::max_calls);
}

TEST_F(RepeatedCalls, SeeWhatIsTunedAndForgottenElsewhere) {
  const Image image = pattern({40, 30}, {SampleType::u8, 1});
  const std::string untuned = run(image);
  EXPECT_EQ(run(image), untuned);
  const std::string tuned = tune(image);
  EXPECT_EQ(run(image), tuned);
  EXPECT_EQ(run(image), tuned);
  const std::string faster = tune(image, 4);
  EXPECT_EQ(run(image), faster);
  EXPECT_EQ(run(image, {.tune = Tune::off}), untuned);
  TuningStore(directory.path()).clear();
  EXPECT_EQ(run(image), untuned);
}

TEST_F(RepeatedCalls, SeeWhatTheirOwnSessionStores) {
  const Image image = pattern({40, 30}, {SampleType::u8, 1});
  const std::string tuned = tune(image);
  let_times_settle();
  EXPECT_EQ(run(image), tuned);
  quarantine(session->plan(image_work(call, image.format(), image.size())), "too slow");
  EXPECT_NE(run(image), tuned);
}

TEST_F(RepeatedCalls, OfAUsersOpAreRefusedOnceItsScheduleIsQuarantined) {
  const Image image = pattern({8, 8}, {SampleType::u8, 1});
  const UserOp lighter = UserOp::from_text(R"(// name: repeated_lighter
// summary: The larger of two neighbours.
// window: 3x1

PIXEL repeated_lighter(WINDOW) { return fmax(AT(-1, 0), AT(0, 0)); }
)");
  session->run(lighter, image);
  session->run(lighter, image);
  let_times_settle();
  quarantine(session->plan(image_work(lighter, image.format(), image.size())), "no end after 2 s");
  EXPECT_THAT(refusal([&] { session->run(lighter, image); }, ErrorKind::unsupported), HasSubstr("is quarantined"));
}

TEST_F(RepeatedCalls, AreNotKeptWhileTuningThemHasFailed) {
  const Image image = pattern({40, 30}, {SampleType::u8, 1});
  run(image, {.schedule = run(image), .tune = Tune::automatic});  // a forced schedule is no result of tuning
  EXPECT_EQ(state().known_calls.size(), 1);
}

// Small images become special after very many calls: the number is told instead of reached.
TEST_F(RepeatedCalls, BecomeSpecialWithTheSameBits) {
  need_general_programs();
  for (const SampleType type : {SampleType::u8, SampleType::f32})
    for (const Call& each : {call, Call(ops::Sobel{})}) {
      const Image image = pattern({61, 43}, {type, 1});
      const Result first = session->run(each, image);
      const ReadyPlanPtr plan = ask(each, image);
      state().background.wait();
      const Result last = session->run(each, image);
      EXPECT_EQ(last.schedule == first.schedule, !plan->better) << each.op << ' ' << first.schedule;
      EXPECT_TRUE(equal(first.image(), last.image())) << each.op << ": " << first.schedule << ", " << last.schedule;
    }
}

// Eight threads see general programs, the change, and special ones; all results have the bits of the first.
TEST_F(RepeatedCalls, MayBecomeSpecialWhileEightThreadsCall) {
  need_general_programs();
  const Image image = pattern(large, {SampleType::u8, 1});
  const Result first = session->run(call, image);
  EXPECT_THAT(first.schedule, HasSubstr(".general."));
  std::atomic<int> wrong = 0, special = 0;
  const auto calls = [&] {
    Image target(image.size(), image.format());
    const auto end =
        std::chrono::steady_clock::now() + std::chrono::minutes(3);  // the compiler shares the cores with them
    for (int after = 0; after < 3 && std::chrono::steady_clock::now() < end;) {
      const Result result = session->run_into(call, image, target);
      if (!equal(target, first.image())) ++wrong;
      if (result.schedule != first.schedule) ++after;
      if (after == 3) ++special;
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) threads.emplace_back(calls);
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(special, 8);
  EXPECT_EQ(state().known_calls.size(), 1);
}

// A call that found no room for its task asks again.
TEST_F(RepeatedCalls, BecomeSpecialThoughManyOthersWaited) {
  need_general_programs();
  const Image image = pattern(large, {SampleType::u8, 1});
  std::promise<void> at_work, go_on;
  const std::shared_future<void> end = go_on.get_future();
  state().background.add([&at_work, end] {
    at_work.set_value();
    end.wait();
  });
  at_work.get_future().wait();
  while (state().background.add([] {})) continue;
  run(image);
  ask(call, image);
  go_on.set_value();
  state().background.wait();
  EXPECT_THAT(run(image), HasSubstr(".general."));
  ask(call, image);
  state().background.wait();
  EXPECT_THAT(run(image), Not(HasSubstr(".general.")));
}

TEST_F(RepeatedCalls, ASessionMayEndWhileItsThreadCompiles) {
  need_general_programs();
  const Image image = pattern(large, {SampleType::u8, 1});
  for (int i = 0; i < 15; ++i) run(image);
  session.reset();  // waits
  open({});
  EXPECT_THAT(run(image), HasSubstr(".general."));
}

TEST_F(RepeatedCalls, CompileNothingWhereThatIsSwitchedOff) {
  need_general_programs();
  const Image image = pattern(large, {SampleType::u8, 1});
  const auto expect_general = [&](const OpOptions& options) {
    run(image, options);
    const int compiled = session->program_counts().compiled;
    for (int i = 0; i < 20; ++i) run(image, options);
    state().background.wait();
    EXPECT_THAT(run(image, options), HasSubstr(".general."));
    EXPECT_EQ(session->program_counts().compiled, compiled);
  };
  expect_general({.specialize = Specialize::cached});
  expect_general({.specialize = Specialize::off});
  open({.background = false});
  expect_general({});
}

TEST_F(RepeatedCalls, CompileNothingWithoutACompiler) {
  const Image image = pattern(large, {SampleType::u8, 1});
  open({.compile = false});
  for (int i = 0; i < 5; ++i) EXPECT_THROW(run(image), Error);
  state().background.wait();
  EXPECT_EQ(session->program_counts().compiled, 0);
  EXPECT_EQ(state().known_calls.size(), 0);
}

TEST_F(RepeatedCalls, CompileNothingWithABundle) {
  need_general_programs();
  const Image image = pattern(large, {SampleType::u8, 1});
  Work work = image_work(call, image.format(), image.size());
  work.options.specialize = Specialize::off;
  Bundle bundle;
  add_work(bundle, *session, work);
  const auto file = directory.path() / "general.lnb";
  write_bundle(file, bundle);
  open({.bundle = file});
  run(image);
  const int compiled = session->program_counts().compiled;
  for (int i = 0; i < 20; ++i) run(image);
  state().background.wait();
  run(image);
  EXPECT_EQ(session->program_counts().compiled, compiled);
}

}  // namespace
}  // namespace lenslet
