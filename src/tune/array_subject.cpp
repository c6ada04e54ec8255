// Plans of arrays: their proof on small arrays of all kinds, and on those of the task's size.
#include "tune/array_subject.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "array/space.hpp"
#include "session/array_plan.hpp"
#include "session/state.hpp"
#include "tune/array_stopwatch.hpp"

namespace lenslet::tune {
namespace {

constexpr std::int64_t small_lengths[] = {1, 7, 1021, 65537};
constexpr std::int64_t shortest_of_one_fill = 10'000;

struct SmallCase {
  array::Problem problem;
  std::vector<Array> inputs;
  std::string what;
};

bool is_small(const array::Problem& problem, std::int64_t wanted) {
  return std::ranges::all_of(problem.inputs, [wanted](const ArrayType& t) { return t.count() <= 4 * wanted + 64; });
}

// The task's call and types on arrays of another length. What the op refuses there is left out.
void add_small_cases(const array::Op& op, const ArrayTask& task, std::int64_t length, std::vector<SmallCase>& cases) {
  const ElementType type = task.inputs.front().type;
  auto types = array::typical_inputs(op, task.call, type, length);
  for (std::size_t i = 0; i < types.size(); ++i) types[i].type = task.inputs[i].type;
  const array::Problem problem = array::problem_of(op, task.call, types);
  if (!is_small(problem, length)) return;
  for (const array::Fill fill : op.typical.fills) {
    const std::string what = fmt::format("{} {}, {}", length, name_of(type), array::name_of(fill));
    cases.push_back({problem, filled_arrays(types, fill), what});
    if (length >= shortest_of_one_fill) return;
  }
}

std::vector<SmallCase> small_cases(const array::Op& op, const ArrayTask& task) {
  std::vector<SmallCase> cases;
  for (const std::int64_t length : small_lengths) {
    try {
      add_small_cases(op, task, length, cases);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::invalid_argument) throw;
    }
  }
  return cases;
}

std::int64_t row_count(const Array& output) {
  return output.type().shape.empty() ? 1 : output.type().shape.front();
}

bool same_row(const Array& a, const Array& b, std::int64_t row) {
  const std::size_t bytes = a.bytes().size() / static_cast<std::size_t>(std::max<std::int64_t>(row_count(a), 1));
  const std::size_t begin = static_cast<std::size_t>(row) * bytes;
  return std::ranges::equal(a.bytes().subspan(begin, bytes), b.bytes().subspan(begin, bytes));
}

// Rows where the results differ; all where there is nothing to compare with.
std::vector<std::int64_t> doubtful_rows(const std::vector<Array>& got, const std::vector<Array>& proven) {
  std::vector<std::int64_t> rows;
  for (std::int64_t row = 0; row < row_count(got.front()); ++row) {
    bool same = !proven.empty();
    for (std::size_t i = 0; same && i < got.size(); ++i) same = same_row(got[i], proven[i], row);
    if (!same) rows.push_back(row);
  }
  return rows;
}

bool same_bits(const std::vector<Array>& a, const std::vector<Array>& b) {
  return std::ranges::equal(a, b,
                            [](const Array& x, const Array& y) { return std::ranges::equal(x.bytes(), y.bytes()); });
}

class ArraySubject final : public Subject {
 public:
  ArraySubject(const Session& session, const ArrayTask& task, const TryoutOptions& options)
      : session_(session),
        op_(array::find(task.call.op)),
        problem_(array::problem_of(op_, task.call, task.inputs)),
        space_(op_.space(problem_, session.device())),
        tamper_(options.tamper),
        stopwatch_(session, op_, problem_, options.copies),
        small_(small_cases(op_, task)) {}

  int copies() const override { return stopwatch_.copies(); }

  std::string excluded(const std::string& schedule) const override {
    const auto exclusion = array::excluded(op_, problem_, session_.device(), array::parse(schedule, space_));
    return exclusion ? to_string(*exclusion) : "";
  }

  std::unique_ptr<Candidate> make(const std::string& schedule) override;

  Launch launch(const ArrayPlan& plan, std::size_t turn) const { return stopwatch_.launch(plan, turn); }
  std::optional<std::string> small_fault(const ArraySchedule& schedule) const;
  std::optional<std::string> large_fault(const ArrayPlan& plan, const std::optional<std::string>& proven);

 private:
  ArrayPlan plan_of(const array::Problem& problem, const ArraySchedule& schedule) const;
  std::optional<std::string> fault_of(const SmallCase& one, const ArraySchedule& schedule) const;
  std::optional<std::string> fault_of(const std::vector<Array>& got) const;

  Session session_;
  const array::Op& op_;
  array::Problem problem_;
  array::Space space_;
  Tamper tamper_;
  ArrayStopwatch stopwatch_;
  std::vector<SmallCase> small_;
  std::vector<Array> proven_;  // a correct schedule's result
};

class ArrayCandidate final : public Candidate {
 public:
  ArrayCandidate(ArraySubject& subject, ArrayPlan plan) : subject_(subject), plan_(std::move(plan)) {}

  std::optional<std::string> small_fault() override { return subject_.small_fault(plan_.schedule()); }
  Launch launch(std::size_t turn) override { return subject_.launch(plan_, turn); }
  std::optional<std::string> large_fault(const std::optional<std::string>& proven) override {
    return subject_.large_fault(plan_, proven);
  }

 private:
  ArraySubject& subject_;
  ArrayPlan plan_;
};

ArrayPlan ArraySubject::plan_of(const array::Problem& problem, const ArraySchedule& schedule) const {
  const auto build = [&](const std::string& source, const std::string& options) {
    return session_.state()->build(tamper_ ? tamper_(to_string(schedule), source) : source, options);
  };
  return make_array_plan(session_, op_, problem, {schedule, "tried", Origin::forced}, build);
}

std::unique_ptr<Candidate> ArraySubject::make(const std::string& schedule) {
  return std::make_unique<ArrayCandidate>(*this, plan_of(problem_, array::parse(schedule, space_)));
}

// An op may refuse contents, too: a fit has no use for NaN.
std::optional<std::string> ArraySubject::fault_of(const SmallCase& one, const ArraySchedule& schedule) const {
  try {
    std::vector<DeviceArray> inputs;
    for (const Array& input : one.inputs) inputs.push_back(upload(session_, input));
    const GuardedResult result = run_guarded(session_, plan_of(one.problem, schedule), inputs);
    return result.damage.empty() ? op_.fault(one.problem, one.inputs, result.outputs) : result.damage;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::invalid_argument) throw;
    return {};
  }
}

std::optional<std::string> ArraySubject::small_fault(const ArraySchedule& schedule) const {
  for (const SmallCase& one : small_) {
    if (array::excluded(op_, one.problem, session_.device(), schedule)) continue;
    if (const auto fault = fault_of(one, schedule)) return fmt::format("{}: {}", one.what, *fault);
  }
  return {};
}

std::optional<std::string> ArraySubject::fault_of(const std::vector<Array>& got) const {
  const array::Solved solved{problem_, stopwatch_.inputs(), got};
  if (!op_.part || row_count(got.front()) == 0) return op_.fault(solved.problem, solved.inputs, solved.outputs);
  const array::Solved part = op_.part(solved, doubtful_rows(got, proven_));
  return op_.fault(part.problem, part.inputs, part.outputs);
}

std::optional<std::string> ArraySubject::large_fault(const ArrayPlan& plan, const std::optional<std::string>& proven) {
  if (proven_.empty() && proven && *proven != to_string(plan.schedule()))
    proven_ = run_guarded(session_, plan_of(problem_, array::parse(*proven, space_)), stopwatch_.on_device()).outputs;
  GuardedResult result = run_guarded(session_, plan, stopwatch_.on_device());
  if (!result.damage.empty()) return result.damage;
  if (!proven_.empty() && same_bits(result.outputs, proven_)) return {};
  const auto fault = fault_of(result.outputs);
  if (fault) return fmt::format("{}: {}", to_string(problem_.inputs.front()), *fault);
  if (proven_.empty()) proven_ = std::move(result.outputs);
  return {};
}

}  // namespace

std::unique_ptr<Subject> array_subject(const Session& session, const ArrayTask& task, const TryoutOptions& options) {
  return std::make_unique<ArraySubject>(session, task, options);
}

}  // namespace lenslet::tune
