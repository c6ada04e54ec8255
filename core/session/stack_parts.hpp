// What calls on stacks are made of: one plan for many inputs of the same types, and results that the pages share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include <lenslet/stack_run.hpp>

#include "session/plan.hpp"

namespace lenslet {

// The tables of pages, or of volumes, one below another. Where `numbered`, each row begins with the place of its page,
// from 0 on.
class Rows {
 public:
  Rows(const ArrayType& table, bool numbered);

  // Into the caller's memory, of which the result is number `target`.
  Rows(const ArrayType& table, bool numbered, const MutableArrayView& room, std::size_t target);

  // Adds the table of the next page. Throws io where they no longer fit the memory, invalid_argument where they are
  // more than there is room for.
  void add(const Array& table);
  std::int64_t finish() const;  // writes into the caller's memory, and returns the number of rows
  bool has_room_of_caller() const { return room_.has_value(); }
  Array joined() const;

 private:
  SampleType type_;
  std::int64_t columns_;  // of a page's table
  bool numbered_;
  std::int64_t pages_ = 0, rows_ = 0;
  std::uint64_t most_bytes_;  // that the tables may take: each page may have as many rows as pixels
  std::vector<std::byte> bytes_ = {};
  std::optional<MutableArrayView> room_ = {};
  std::size_t target_ = 0;
};

// What a pass makes: values, or what it writes into the caller's memory.
using Made = std::variant<Stack, Array, Rows, MutableStackView, MutableArrayView>;

// Where the results of a call go: to the caller's memory, or, without targets, to new values.
using StackRoom = const StackTargets*;

// Where a run puts a result. A list has no room of its own: nobody knows its length before.
using PartTarget = std::variant<MutableImageView, MutableArrayView, Rows*>;

// A call that is run on inputs of one type after the other, as pages are. While the types stay the same there is one
// plan.
class Repeated {
 public:
  // The inputs of `fixed` are the same in all runs: they are uploaded once.
  Repeated(const Session& session, Call call, const OpOptions& options, std::vector<bool> fixed)
      : session_(session), call_(std::move(call)), options_(for_runs(options)), fixed_(std::move(fixed)) {}

  // The problem of inputs of these types.
  const op::Problem& problem(const std::vector<ValueType>& inputs);

  std::vector<std::string> names() const { return problem_->output_names(); }  // after problem()

  // Computes into the targets, in strips where the whole does not fit the device.
  void run(const HostViews& inputs, const std::vector<PartTarget>& targets);

  // Adds the times and the schedule to the result.
  void tell(StackResult& result) const;

  // Runs a plan for several layers on pages from `first` on, in one launch.
  void run_layers(const StackView& input, std::int64_t first, std::int64_t count, std::vector<Made>& outputs);

  // How many pages may share a launch; 1 where the op or the pages do not allow it.
  std::int64_t layers_at_once(const StackView& input) const;

 private:
  void prepare(const std::vector<ValueType>& inputs);
  std::vector<DeviceValue> upload(const HostViews& inputs);
  DeviceResults run_plan(const std::vector<DeviceValue>& inputs);
  void run_in_strips(const HostViews& inputs, const std::vector<PartTarget>& targets);
  void add(const Timing& timing);

  const Session& session_;
  Call call_;
  OpOptions options_;
  std::vector<bool> fixed_;
  std::vector<std::optional<DeviceValue>> kept_ = {};  // the inputs that are fixed
  op::ProblemPtr problem_ = {};
  bool prepared_ = false;
  std::optional<Plan> plan_ = {};  // absent after prepare(): strips
  std::optional<Plan> layered_ = {};
  std::string schedule_ = {};
  Timing timing_ = {};
  double upload_ms_ = 0, download_ms_ = 0;
};

// An input as one page has it.
HostView page_of(const StackInput& input, std::int64_t page);

// The axes that all stacks among the inputs have. Throws invalid_argument where they differ, and where there is no
// stack.
std::vector<StackAxis> axes_of(const StackViews& inputs);

// The product of the lengths of axes from `first` to before `end`.
std::int64_t pages_along(const std::vector<StackAxis>& axes, std::size_t first, std::size_t end);

// Room for a result of all pages, by the result of one. Throws invalid_argument where the target of this number is of
// another type.
Made room_for(const Call& call, const ValueType& output, const std::vector<StackAxis>& axes, StackRoom targets,
              std::size_t number);

// Throws invalid_argument unless there are so many targets.
void check_count(const Call& call, std::size_t outputs, StackRoom targets);

// The pages of what is a stack; absent for arrays and lists.
std::optional<MutableStackView> pages_of(Made& made);

// The room of the array of this number among arrays of one type, or the list that it is added to.
PartTarget part_of(Made& all, const ArrayType& part, std::int64_t number);

// Runs the call on each page by itself.
std::vector<Made> run_pages(const Session& session, const Call& call, const StackViews& inputs,
                            const OpOptions& options, StackRoom targets, StackResult& told);

// Adds the results, under their names, to what is told.
StackResult with_values(StackResult told, std::vector<Made> values, std::vector<std::string> names);

}  // namespace lenslet
