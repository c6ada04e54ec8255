// Chooses cases, and compares what ways to run them give.
#include "cases.hpp"
#include "effort.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>
#include <lenslet/pipeline.hpp>

#include "image_support.hpp"
#include "op/op.hpp"
#include "random_pipeline.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

constexpr Size sides[] = {{67, 43}, {130, 29}, {5, 57}, {301, 23}};  // wider and narrower than what a group computes

Seeds chosen_seeds() {
  Seeds seeds;
  const auto today = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()).time_since_epoch();
  seeds.first = seeds.last = 1 + static_cast<unsigned>(today.count());
  if (effort() >= 2) seeds = {1, 200, true};
  if (const char* range = std::getenv("SEEDS")) {
    seeds.all_of_ops = false;
    std::sscanf(range, "%u-%u", &seeds.first, &seeds.last);
  }
  return seeds;
}

Seeds& shared_seeds() {
  static Seeds seeds = chosen_seeds();
  return seeds;
}

// The size, where the tests of the op leave it open.
BitsCase case_of(const VerifyCase& request, unsigned seed) {
  BitsCase one{{}, request.work, {}, seed};
  one.work.options.tune = Tune::off;
  for (ValueType& type : one.work.inputs) {
    auto& image = std::get<ImageType>(type);
    if (!request.sizes.empty()) image.size = sides[seed % std::size(sides)];
    one.inputs.push_back(pattern(image.size, image.format, seed + static_cast<unsigned>(one.inputs.size())));
  }
  one.what = fmt::format("{}, {}, seed {}, {}, border {}, {}", one.work.call.op, request.what, seed,
                         to_string(one.work.inputs.front()), name_of(one.work.options.border.value_or(usual_border)),
                         one.work.options.schedule);
  return one;
}

// Tables of images of other types fit in no chain.
bool has_table(const Call& call) {
  return call.arguments.contains("table");
}

// Calls with the arguments of the ops' tests, of those ops that make one image of one.
const std::vector<Call>& links(const Session& session) {
  static const std::vector<Call> all = [&session] {
    std::vector<Call> calls;
    for (const op::Op& op : op::registry()) {
      if (op.info.of_arrays() || op.whole) continue;
      for (const VerifyCase& request : verification_cases(session, op.info.name, 0)) {
        const auto is_same = [&](const Call& call) {
          return call.op == op.info.name && call.arguments == request.work.call.arguments;
        };
        if (request.work.inputs.size() == 1 && !has_table(request.work.call) && std::ranges::none_of(calls, is_same))
          calls.push_back(request.work.call);
      }
    }
    return calls;
  }();
  return all;
}

// What the chain makes, if its ops fit together and its result is neither empty nor large.
bool fits(const Call& chain, const ImageType& input) try {
  const std::vector<WorkOutput> outputs = work_outputs(image_work(chain, input.format, input.size));
  const auto* result = std::get_if<ImageType>(&outputs.front().type);
  return outputs.size() == 1 && result && result->size.width <= 400 && result->size.height <= 400;
} catch (const Error&) {
  return false;
}

Call random_chain(const Session& session, const ImageType& input, std::mt19937& random) {
  std::optional<Pipeline> chain;
  for (std::size_t left = 2 + random() % 4; left > 0;) {
    const Call& link = links(session)[random() % links(session).size()];
    const Pipeline longer = chain ? *chain | link : Pipeline(link);
    if (!fits(longer, input)) continue;
    chain = longer;
    --left;
  }
  return *chain;
}

// Rows from bottom to top, and the first ones for the last, have to be kept. Any op may do that by itself: those that
// do are named, so that another one which is refused is a fault.
bool may_need_whole(const Work& work) {
  const std::string text = work.call.op;
  constexpr const char* movers[] = {"flip", "rotate", "warp", "pad"};
  return work.options.border == Border::wrap ||
         std::ranges::any_of(movers, [&](const char* mover) { return text.find(mover) != text.npos; });
}

bool has_row(const Wholes& wholes, std::size_t output, const Image& part, std::int64_t y) {
  return std::ranges::any_of(wholes, [&](const std::vector<Image>& whole) {
    return std::memcmp(part.row(y), whole[output].row(y), static_cast<std::size_t>(part.stride())) == 0;
  });
}

void expect_rows_of(const std::vector<Image>& parts, const Wholes& wholes, const std::string& what) {
  if (parts.empty()) return;
  ASSERT_EQ(parts.size(), wholes.front().size()) << what;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    ASSERT_EQ(parts[i].size(), wholes.front()[i].size()) << what;
    ASSERT_EQ(parts[i].format(), wholes.front()[i].format()) << what;
    for (std::int64_t y = 0; y < parts[i].height(); ++y)
      ASSERT_TRUE(has_row(wholes, i, parts[i], y)) << what << ", output " << i << ", row " << y;
  }
}

// Runs it, and returns why it was refused.
std::string expect_same_or_refused(const BitsCase& one, const Wholes& wholes, const std::string& name, const Way& way,
                                   const StripOptions& options) try {
  const std::string what =
      fmt::format("{}: {} in strips of {} rows, {} bytes", name, one.what, options.rows, options.memory);
  expect_rows_of(way(one, options), wholes, what);
  return {};
} catch (const Error& error) {
  return error.what();
}

std::optional<std::uint64_t> number_behind(const std::string& words, const std::string& message) {
  const std::size_t place = message.find(words);
  if (place == message.npos) return {};
  return std::stoull(message.substr(place + words.size()));
}

}  // namespace

const Seeds& seeds() {
  return shared_seeds();
}

void print_seeds() {
  std::printf("SEEDS=%u-%u%s\n", seeds().first, seeds().last, seeds().all_of_ops ? ", and all cases of ops" : "");
}

void set_seeds(const Seeds& seeds) {
  shared_seeds() = seeds;
}

bool has_parts(const OpInfo& op) {
  return !op::find(op.name, ValueKind::image)->whole;
}

std::vector<BitsCase> cases_of_op(const Session& session, const OpInfo& op) {
  const std::vector<VerifyCase> all = verification_cases(session, op.name, 0);
  std::vector<BitsCase> cases;
  if (seeds().all_of_ops)
    for (const VerifyCase& request : all) cases.push_back(case_of(request, static_cast<unsigned>(cases.size())));
  else
    for (unsigned seed = seeds().first; seed <= seeds().last; ++seed)
      cases.push_back(case_of(all[seed % all.size()], seed));
  return cases;
}

BitsCase random_case(const Session& session, unsigned seed) {
  if (seed % 2 != 0) {
    VerifyCase graph = random_pipeline_case(seed, session.device());
    BitsCase one{graph.what, graph.work, {}, seed};
    for (HostValue& value : graph.values) one.inputs.push_back(std::move(std::get<Image>(value)));
    return one;
  }
  constexpr PixelFormat formats[] = {
      {SampleType::u8, 3}, {SampleType::u16, 1}, {SampleType::u8, 1}, {SampleType::f32, 3}};
  std::mt19937 random(seed);
  const ImageType input{formats[random() % std::size(formats)], sides[random() % std::size(sides)]};
  VerifyCase chain{.work = image_work(random_chain(session, input, random), input.format, input.size)};
  give_border(chain.work, random);
  return case_of(chain, seed);
}

bool is_of_integers(const Plan& plan) {
  const auto is_whole = [](const ValueType& type) { return is_integer(std::get<ImageType>(type).format.type); };
  return std::ranges::all_of(plan.inputs(), is_whole) && std::ranges::all_of(plan.outputs(), is_whole);
}

void expect_same_bits(const BitsCase& one, const Wholes& wholes, const std::string& name, const Way& way) {
  std::mt19937 random(one.seed);
  for (const std::int64_t rows : {std::int64_t{1}, 2 + static_cast<std::int64_t>(random() % 19), std::int64_t{0}}) {
    const StripOptions options{.rows = rows, .frames = 1 + random() % 3};
    const std::string refusal = expect_same_or_refused(one, wholes, name, way, options);
    if (refusal.empty()) continue;
    EXPECT_TRUE(may_need_whole(one.work)) << name << ": " << one.what << ": " << refusal;
    EXPECT_THAT(refusal, HasSubstr("from top to bottom")) << name << ": " << one.what;
  }
}

void expect_same_bits_of_memory(const BitsCase& one, const Wholes& wholes, const std::string& name, const Way& way) {
  const std::string refusal = expect_same_or_refused(one, wholes, name, way, {.memory = 1});
  std::optional<std::uint64_t> least = number_behind("take is ", refusal);
  if (may_need_whole(one.work) && !least) least = number_behind("as one strip ", refusal);
  ASSERT_TRUE(least) << name << ": " << one.what << ": " << refusal;
  std::mt19937 random(one.seed);
  for (const std::uint64_t memory : {*least, *least + random() % *least})
    EXPECT_EQ(expect_same_or_refused(one, wholes, name, way, {.memory = memory}), "") << name << ": " << one.what;
}

}  // namespace lenslet
