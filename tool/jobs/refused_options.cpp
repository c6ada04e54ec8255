// Asks the op itself: it takes an option where it takes a work with one of the option's values.
#include "tool/jobs/refused_options.hpp"

#include <algorithm>
#include <functional>
#include <lenslet/error.hpp>
#include <lenslet/stack_run.hpp>
#include <lenslet/user_op.hpp>
#include <lenslet/work.hpp>
#include <optional>
#include <ranges>
#include <vector>

#include "tool/jobs/input_types.hpp"
#include "tool/options/option.hpp"
#include "tool/options/values.hpp"

namespace lenslet::cli {
namespace {

// A work that the op takes without any option. Absent: its inputs are of another kind than one small image each.
std::optional<Work> plain_work(const OpInfo& op, bool alpha) {
  const std::vector<SampleType> types = taken_types(op);
  for (const Call& call : {Call{full_name(op)}, typical_call(op)})
    for (const SampleType type : types)
      for (const int channels : {1, 3, 4}) {
        const bool has_alpha = channels == 4;
        if (alpha != has_alpha) continue;
        const Work work = image_work(call, {type, channels, has_alpha}, {64, 64});
        if (is_accepted(work)) return work;
      }
  return {};
}

// Whether the op takes the work with at least so many of the values.
template <class Values, class Put>
bool takes_any(const std::optional<Work>& plain, const Values& values, std::ptrdiff_t least, Put put) {
  if (!plain) return false;
  return std::ranges::count_if(values, [&](const auto& value) {
           Work work = *plain;
           put(work.options, value);
           return is_accepted(work);
         }) >= least;
}

void hide(CLI::App& app, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (CLI::Option* option = app.get_option_no_throw(written_name(app, name))) option->group("");
}

void hide_border(CLI::App& app, const OpInfo& op) {
  const std::vector<Border> known = borders_of({full_name(op)});
  if (known.empty()) hide(app, {"--border"});
  if (std::ranges::count(known, Border::constant) == 0) hide(app, {"--border-value"});
}

}  // namespace

// The ops of a pipeline may take different options.
void hide_refused_options(CLI::App& app, const OpInfo& op) {
  if (op.pipeline || is_of_user(op)) return;
  hide_border(app, op);
  if (!takes_volumes({full_name(op)})) hide(app, {"--volume", "--depth"});
  const std::optional<Work> plain = plain_work(op, false);
  if (!plain) return;
  const auto depth = [](OpOptions& options, SampleType type) { options.ddepth = type; };
  if (!takes_any(plain, filter_types, 2, depth)) hide(app, {"--ddepth"});
  const auto nodata = [](OpOptions& options, double value) { options.nodata = value; };
  if (!takes_any(plain, std::vector{1.0}, 1, nodata)) hide(app, {"--nodata", "--nan"});
  const auto accuracy = [](OpOptions& options, Accuracy value) { options.accuracy = value; };
  if (!takes_any(plain, std::vector{Accuracy::level, Accuracy::half}, 1, accuracy)) hide(app, {"--accuracy"});
  const auto alpha = [](OpOptions& options, Alpha value) { options.alpha = value; };
  if (!takes_any(plain_work(op, true), alphas, 2, alpha)) hide(app, {"--alpha"});
}

}  // namespace lenslet::cli
