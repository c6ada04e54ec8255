// Ops of arrays: map, reduce, sort and others. Like those of images they have a reference and many schedules.
//
//   lenslet::Session session;
//   lenslet::Array x = lenslet::Array::of<float>({3, 1, 2});
//   auto result = lenslet::run_array(session, {"sum"}, {x});
//   use(result.arrays[0].at(0));   // 6
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lenslet/array.hpp>
#include <lenslet/op.hpp>
#include <lenslet/plan.hpp>
#include <lenslet/session.hpp>
#include <lenslet/verify.hpp>

namespace lenslet {

struct ArrayOpInfo {
  OpInfo op;
  std::string family;               // the command of the tool that has it: "reduce"
  std::vector<std::string> inputs;  // all that it can have; some need a parameter
  bool columns = false;             // each input has one side: a table with a column for each stands for them
  bool plot = false;                // plot_of() has a picture of it
};

// By family, in alphabetical order.
std::span<const ArrayOpInfo> all_array_ops();

// Throws invalid_argument with the nearest name for an unknown one.
const ArrayOpInfo& find_array_op(std::string_view name);

// With its family, but for one that is called like it: "reduce.mean", "sort". No op of images has such a name.
std::string full_name(const ArrayOpInfo& info);

// The names of the inputs that the call needs.
std::vector<std::string> array_inputs(const Call& call);

// The call with what its first inputs say of it where it does not itself: labels behind points have knn classify, and a
// third column fit weigh.
Call implied_call(const Call& call, const std::vector<ArrayType>& first);

struct ArrayOutput {
  std::string name;
  ArrayType type;
};

// What the call makes of such inputs. Throws invalid_argument where they do not go together.
std::vector<ArrayOutput> array_outputs(const Call& call, const std::vector<ArrayType>& inputs);

// Types of inputs for the call, the first of about so many elements; absent and 0: as it is usually called.
std::vector<ArrayType> typical_array_inputs(const Call& call, std::optional<ElementType> type = {},
                                            std::int64_t elements = 0);

// How an array op is computed: a choice for each dimension of its space, "two_stage.group256.items8". It never changes
// the result beyond the rounding of floats.
class ArraySchedule {
 public:
  using Choice = std::pair<std::string, std::string>;  // dimension and value: {"group", "256"}
  explicit ArraySchedule(std::vector<Choice> choices) : choices_(std::move(choices)) {}

  const std::vector<Choice>& choices() const { return choices_; }
  const std::string& word(std::string_view dimension) const;
  int number(std::string_view dimension) const;
  ArraySchedule with(std::string_view dimension, std::string value) const;
  bool operator==(const ArraySchedule&) const = default;

 private:
  std::vector<Choice> choices_;
};

// Words stand for themselves, numbers behind their dimension's name.
std::string to_string(const ArraySchedule& schedule);

struct ArrayOptions {
  std::string schedule = {};  // force one; an impossible one is an error of kind unsupported
  Tune tune = Tune::cached;
};

struct ArrayResult {
  std::vector<Array> arrays;  // one per output of the op
  std::vector<std::string> names;
  std::string schedule;
  Origin origin = Origin::device_class;  // of the schedule
  std::string reason;                    // why that schedule, in words
  Timing timing;
  double upload_ms = 0;
  double download_ms = 0;
};

// Throws unsupported, with the number of bytes that the device allows, where an input or output of the call is too
// large for a buffer. A plan looks for that, too, before anything is compiled.
void check_device_memory(const Session& session, const Call& call, const std::vector<ArrayType>& inputs);

DeviceArray upload(const Session& session, const Array& array);
DeviceArray allocate(const Session& session, const ArrayType& type);
Array download(const Session& session, const DeviceArray& array);

// An array op made ready for one device and inputs of certain types and shapes. Threads may share it.
class ArrayPlan {
 public:
  // Throws invalid_argument for inputs or arguments that do not go together.
  ArrayPlan(const Session& session, const Call& call, const std::vector<ArrayType>& inputs,
            const ArrayOptions& options = {});

  const ArraySchedule& schedule() const;
  Origin origin() const;
  const std::string& reason() const;  // why this schedule was chosen, in words
  const std::vector<ArrayType>& outputs() const;
  const std::vector<std::string>& output_names() const;
  const std::vector<std::string>& sources() const;  // the OpenCL C, a text for each program
  double build_ms() const;

  std::vector<DeviceArray> run(const std::vector<DeviceArray>& inputs, Timing* timing = nullptr) const;

  // Into arrays that the caller keeps, none of them an input.
  void run_into(const std::vector<DeviceArray>& inputs, const std::vector<DeviceArray>& outputs,
                Timing* timing = nullptr) const;

  // The same without waiting for more than the host's part. The plan and the arrays must live until Launch::wait() has
  // returned, and only the session that made them may use the arrays before.
  Launch launch_into(const std::vector<DeviceArray>& inputs, const std::vector<DeviceArray>& outputs) const;

  struct State;
  explicit ArrayPlan(std::shared_ptr<const State> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<const State> state_;
};

// upload, plan, run, download.
ArrayResult run_array(const Session& session, const Call& call, const std::vector<Array>& inputs,
                      const ArrayOptions& options = {});

// The schedules that could run, the one that runs untuned first.
std::vector<std::string> array_schedules(const Session& session, const Call& call,
                                         const std::vector<ArrayType>& inputs);

// A call with inputs that the op makes for its verification.
struct ArrayCase {
  Call call;
  std::vector<Array> inputs;
  std::string what;           // "1000 f32, sorted"
  std::string schedule = {};  // empty: the untuned one
};

// Of awkward lengths, every type and adversarial data, then one of them with other schedules. effort 0: each choice of
// the schedules' dimensions at least once; 1: more lengths; 2: more of all, and every schedule.
std::vector<ArrayCase> array_cases(const Session& session, std::string_view op, int effort = 1);

struct ArrayVerdict {
  Outcome outcome = Outcome::excluded;
  std::string detail;  // the first wrong element, the error, or the rule that excludes the schedule
};

// Runs the case, with a guard behind each output, and compares with the op's plain reference.
ArrayVerdict verify_array(const Session& session, const ArrayCase& request);

}  // namespace lenslet
