// Calls on stacks: page by page, or on volumes, whose pages are neighbours in depth.
//
//   lenslet::StackResult blurred = session.run(lenslet::ops::Gaussian{.sigma = 2}, stack);          // each page
//   lenslet::StackResult denoised = session.run_volume(lenslet::ops::Median{.ksize = 3}, stack);    // 3 x 3 x 3
//   session.run_into(lenslet::ops::Gaussian{.sigma = 2}, stack, lenslet::MutableStackView(memory, stack.type()));
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <lenslet/host_views.hpp>
#include <lenslet/session.hpp>
#include <lenslet/stack.hpp>
#include <lenslet/work.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

using StackInput = std::variant<StackView, ImageView, ArrayView>;
using StackTarget = std::variant<MutableStackView, MutableArrayView>;  // memory for the result of all pages

// The inputs of a call on stacks: `stack`, or `{stack, image}`, a vector or a std::span. Stacks must have the same
// axes. An image or an array is the same for every page. The memory must live until the call returns.
class StackViews {
 public:
  template <class... Values>
  requires((std::same_as<Values, Stack> || std::same_as<Values, StackView> || std::same_as<Values, MutableStackView>) ||
           ...) StackViews(const Values&... values) {
    (views_.emplace_back(view_of(values)), ...);
  }
  StackViews(std::vector<StackInput> views) : views_(std::move(views)) {}
  StackViews(std::span<const StackInput> views) : views_(views.begin(), views.end()) {}

  std::size_t size() const { return views_.size(); }
  const StackInput& operator[](std::size_t place) const { return views_[place]; }  // the place is not checked
  std::vector<StackInput>::const_iterator begin() const { return views_.begin(); }
  std::vector<StackInput>::const_iterator end() const { return views_.end(); }

 private:
  template <class Value>
  static StackInput view_of(const Value& value) {
    if constexpr (std::convertible_to<const Value&, ImageView>)
      return ImageView(value);
    else if constexpr (std::convertible_to<const Value&, ArrayView>)
      return ArrayView(value);
    else
      return StackView(value);
  }

  std::vector<StackInput> views_;
};

// Memory for the results of a call on stacks, one target for each output: `stack`, `{stack, array}`, or a vector or a
// std::span of StackTarget. A stack has the axes that StackResult::stacks would have, an array the sides. A list has
// rows, as many as there is room for.
class StackTargets {
 public:
  template <class T>
  requires std::convertible_to<T&, StackTarget> StackTargets(T& target) : targets_{StackTarget(target)} {}
  StackTargets(const MutableStackView& stack) : targets_{stack} {}
  StackTargets(const MutableArrayView& array) : targets_{array} {}
  StackTargets(std::initializer_list<StackTarget> targets) : targets_(targets) {}
  StackTargets(std::vector<StackTarget> targets) : targets_(std::move(targets)) {}
  StackTargets(std::span<const StackTarget> targets) : targets_(targets.begin(), targets.end()) {}

  std::size_t size() const { return targets_.size(); }
  const StackTarget& operator[](std::size_t place) const { return targets_[place]; }  // the place is not checked
  std::vector<StackTarget>::const_iterator begin() const { return targets_.begin(); }
  std::vector<StackTarget>::const_iterator end() const { return targets_.end(); }

 private:
  std::vector<StackTarget> targets_;
};

// What a call on stacks makes. stack() and array() are the first of their kind, and throw invalid_argument where there
// is none.
struct StackResult {
  const Stack& stack() const&;
  const Array& array() const&;
  Stack stack() &&;
  Array array() &&;

  // One for each output that is an image, with the axes of the inputs, but without the depth where volumes become
  // pages.
  std::vector<Stack> stacks;

  // One for each output that is an array: its first sides are those axes. Lists, whose pages have each their own number
  // of rows, lie one below another; where there are axes, each row begins with the place of its page, or volume, from 0
  // on.
  std::vector<Array> arrays;

  std::vector<std::string> names;      // of the outputs, in order
  std::vector<bool> is_stack;          // for each output
  std::vector<std::int64_t> rows;      // of calls into the caller's memory: how many were written of each list
  std::vector<std::string> schedules;  // that ran, one for each pass
  Timing timing;                       // of all pages together; kernel_ms does not count the time between them
  double upload_ms = 0;                // by the host's clock
  double download_ms = 0;              // by the host's clock
};

// What the calls on stacks of a Session do:
//
// Page by page, every op of images can be run. All pages have one plan, and small pages share launches. Pages that are
// too large for the device are computed in strips. Results have the bits that each page has by itself. Throws
// invalid_argument for stacks of different axes, for inputs without a stack, and for ops of arrays. Throws as
// Session::run() does.
//
// A volume is what lies along the axis Z, or along Q where there is no Z; for `project`, which only takes depth away,
// along the axis that it names, or along the only one. Other axes make several volumes. The border is also that of the
// depth. Throws invalid_argument where there is no such axis or only one page along it, for an op
// that has no meaning in three dimensions, and for missing samples (OpOptions::nodata). Throws it for an
// OpOptions::schedule where there are several passes.
//
// run_into() and run_volume_into() write into memory of the caller, at any byte and with any strides; what lies between
// stays as it is. The result has no stacks and no arrays. Throw invalid_argument, before anything runs, for another
// number of targets, for one that is not of its output's kind, type, size or axes, and for targets that overlap each
// other or an input. Page by page a target may be an input's own memory, page for page, unless pages are computed in
// strips. Throw invalid_argument for a list that has more rows than there is room for: it stays as it is, but the pages
// before have been written then, as they may have been where a device fails.

// The name of the axis along which the pages of such a stack are a volume for the call. Throws invalid_argument as
// run_volume() does.
char depth_axis(const Call& call, const StackType& type);

// Tells whether the call makes samples of several channels at once, as `bilateral` weighs them together. Where a stack
// has channels as pages, along C, each is computed without the others.
bool joins_channels(const Call& call);

// Tells whether an op of images has a meaning in three dimensions. Throws invalid_argument for an unknown op.
bool takes_volumes(const Call& call);

// What run_volume() makes of one volume.
struct VolumeOutput {
  WorkOutput output;     // an image has the size of a page
  bool is_flat = false;  // one page for each volume, as a projection along depth is
};

// Returns what run_volume() would make of volumes of so many pages. The work has the types of single pages; `stacks`
// tells which of its inputs are stacks. Throws as work_outputs() does.
std::vector<VolumeOutput> volume_outputs(const Work& page, const std::vector<bool>& stacks, std::int64_t depth);

}  // namespace lenslet
#pragma GCC visibility pop
