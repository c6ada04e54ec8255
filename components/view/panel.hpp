// Sliders, boxes and lists for the parameters of an op, and lines of text beside them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <lenslet/op.hpp>

namespace lenslet::view {

// The ends of a slider: the parameter's range, cut if it is infinite or far wider than people need. All values of the
// range can still be typed.
struct SliderRange {
  double low, high;
};
SliderRange slider_range(const Parameter& parameter);

class Panel {
 public:
  // The op with the first values of its parameters.
  Panel(const OpInfo& op, const Call& call, bool has_original);

  // Draws everything, and changes the call if somebody has moved something. Returns whether it did, or `more`, which
  // draws further widgets.
  bool draw(Call& call, const std::function<bool()>& more, const std::vector<std::string>& lines,
            const std::string& problem);

  bool shows_original() const { return shows_original_; }

 private:
  bool edit(const Parameter& parameter, Value& value) const;
  bool edit_all(Call& call);

  std::vector<Parameter> parameters_;
  std::vector<Value> values_;
  std::vector<Value> initial_;
  bool has_original_;
  bool shows_original_ = has_original_;
};

}  // namespace lenslet::view
