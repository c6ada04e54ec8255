// Sliders, boxes and lists for the parameters of an op, and lines of text beside them.
#pragma once

#include <string>
#include <vector>

#include <lenslet/op.hpp>

namespace lenslet::view {

// From where to where a slider goes: the parameter's range, cut where that is endless or far more than people try. Each
// value of the range can be typed all the same.
struct SliderRange {
  double low, high;
};
SliderRange slider_range(const Parameter& parameter);

class Panel {
 public:
  // The op with the values that its parameters begin with.
  Panel(const OpInfo& op, const Call& call);

  // Draws all, and changes the call where somebody has moved something; tells whether that is so.
  bool draw(Call& call, const std::vector<std::string>& lines, const std::string& problem);

  bool shows_original() const { return shows_original_; }

 private:
  bool edit(const Parameter& parameter, Value& value) const;
  bool edit_all(Call& call);

  std::vector<Parameter> parameters_;
  std::vector<Value> values_;
  std::vector<Value> initial_;
  bool shows_original_ = true;
};

}  // namespace lenslet::view
