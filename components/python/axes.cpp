// Puts the sides of arrays into the order that images and stacks have.
#include "python/axes.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "python/errors.hpp"

namespace lenslet::python {

namespace {

constexpr std::string_view page_letters = "tzq";

std::size_t place_of(std::string_view axes, char axis) {
  return axes.find(axis);
}

std::string checked_axes(const HostArray& array, const std::string& axes, const std::string& what) {
  std::string letters = axes;
  for (char& letter : letters) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  for (const char letter : letters)
    if (std::string_view("yxctzq").find(letter) == std::string_view::npos ||
        std::count(letters.begin(), letters.end(), letter) > 1)
      throw value_error(fmt::format("axes is '{}', allowed: the letters y, x, c, z, t and q, each once", axes));
  if (!has_axis(letters, 'y') || !has_axis(letters, 'x'))
    throw value_error(fmt::format("axes is '{}', which names no rows (y) or no columns (x)", axes));
  if (letters.size() != array.sides())
    throw value_error(fmt::format("axes is '{}', but {} has the shape {}, of {} sides", axes, what,
                                  shape_text(array.shape()), array.sides()));
  return letters;
}

std::string axes_round_channels(const HostArray& array, std::int64_t channel_axis, const std::string& what) {
  const auto sides = static_cast<std::int64_t>(array.sides());
  if (sides != 3 && sides != 4)
    throw value_error(fmt::format("{} has the shape {}: with channel_axis it has 3 sides, or 4 as a volume", what,
                                  shape_text(array.shape())));
  if (channel_axis < -sides || channel_axis >= sides)
    throw value_error(fmt::format("channel_axis is {}, allowed: {} to {}", channel_axis, -sides, sides - 1));
  std::string axes = sides == 3 ? "yx" : "zyx";
  axes.insert(static_cast<std::size_t>(channel_axis < 0 ? channel_axis + sides : channel_axis), "c");
  return axes;
}

std::string usual_axes(const HostArray& array, const std::string& what) {
  if (array.sides() == 2) return "yx";
  if (array.sides() == 3 && array.shape()[2] <= max_channels) return "yxc";
  if (array.sides() == 3)
    throw value_error(
        fmt::format("{0} has the shape {1}: axes='zyx' says that it is a volume, axes='tyx' or 'qyx' that "
                    "its pages are images by themselves, channel_axis=0 that they are channels",
                    what, shape_text(array.shape())));
  throw value_error(
      fmt::format("{} has the shape {}, of {} sides: an image has rows and columns, and axes says what "
                  "further sides are, as axes='tzyx'",
                  what, shape_text(array.shape()), array.sides()));
}

// Pages first, as they lie; then rows, columns and the channels of a pixel.
std::vector<std::size_t> order_of(const std::string& axes, bool channels_are_pages) {
  std::vector<std::size_t> order;
  for (std::size_t place = 0; place < axes.size(); ++place)
    if (has_axis(page_letters, axes[place]) || (channels_are_pages && axes[place] == 'c')) order.push_back(place);
  order.push_back(place_of(axes, 'y'));
  order.push_back(place_of(axes, 'x'));
  if (has_axis(axes, 'c') && !channels_are_pages) order.push_back(place_of(axes, 'c'));
  return order;
}

bool has_many_channels(const HostArray& array, const std::string& axes) {
  return has_axis(axes, 'c') && array.shape()[place_of(axes, 'c')] > max_channels;
}

void refuse_empty(const HostArray& array, const std::string& what) {
  for (const std::int64_t side : array.shape())
    if (side == 0)
      throw value_error(fmt::format("{} has the shape {}, and so no pixels", what, shape_text(array.shape())));
}

}  // namespace

AxesWords words_for(const HostArray& array, const AxesWords& words, const std::string& first_axes) {
  if (first_axes.empty() || array.sides() == first_axes.size()) return words;
  std::string plain;
  for (const char axis : first_axes)
    if (axis == 'y' || axis == 'x' || axis == 'c') plain += axis;
  if (array.sides() == plain.size()) return {.axes = plain};
  return {};
}

bool has_axis(std::string_view axes, char axis) {
  return axes.find(axis) != std::string_view::npos;
}

std::string axes_of(const HostArray& array, const AxesWords& words, const std::string& what) {
  if (words.axes && words.channel_axis) throw value_error("axes and channel_axis say the same: name one of them");
  if (words.axes) return checked_axes(array, *words.axes, what);
  if (words.channel_axis) return axes_round_channels(array, *words.channel_axis, what);
  return usual_axes(array, what);
}

Pixels::Pixels(HostArray array, const std::string& axes, bool alpha, const std::string& what)
    : array_(std::move(array)) {
  refuse_empty(array_, what);
  const bool many = has_many_channels(array_, axes);
  const std::vector<std::size_t> order = order_of(axes, many);
  array_ = array_.ordered(order);
  const bool in_pixels = has_axis(axes, 'c') && !many;
  const std::size_t pages = order.size() - (in_pixels ? 3 : 2);
  for (std::size_t place = 0; place < pages; ++place)
    pages_.push_back(
        {static_cast<char>(std::toupper(static_cast<unsigned char>(axes[order[place]]))), array_.shape()[place]});
  size_ = {array_.shape()[pages + 1], array_.shape()[pages]};
  format_ = {array_.type(), in_pixels ? static_cast<int>(array_.shape()[pages + 2]) : 1, alpha};
  find_strides();
  if (!fits()) {
    array_ = array_.copied();
    in_place_ = false;
    find_strides();
  }
}

// Of a side of one pixel NumPy may say any distance: what lies without gaps is said as 0.
void Pixels::find_strides() {
  const std::size_t pages = pages_.size();
  strides_ = {};
  if (size_.width > 1) strides_.pixel = array_.strides()[pages + 1];
  if (size_.height > 1) strides_.row = array_.strides()[pages];
  for (std::size_t place = 0; place < pages; ++place)
    strides_.axes.push_back(array_.shape()[place] > 1 ? array_.strides()[place] : 0);
}

// Whether a view can be made of the memory as it lies: the channels of a pixel are neighbours, and no pixel comes
// twice.
bool Pixels::fits() const {
  const auto sample = static_cast<std::int64_t>(size_of(format_.type));
  if (format_.channels > 1 && array_.strides().back() != sample) return false;
  for (std::size_t side = 0; side < array_.sides(); ++side)
    if (array_.shape()[side] > 1 && array_.strides()[side] == 0) return false;
  try {
    if (is_stack())
      static_cast<void>(stack());
    else
      static_cast<void>(image());
  } catch (const Error&) {
    return false;
  }
  return true;
}

std::int64_t Pixels::bytes() const {
  return stack_type().pages() * size_.width * size_.height * static_cast<std::int64_t>(format_.bytes());
}

ImageView Pixels::image() const {
  return {array_.data(), size_, format_, strides_.row, strides_.pixel};
}

StackView Pixels::stack() const {
  return {array_.data(), stack_type(), strides_};
}

MutableImageView Pixels::target() const {
  return {array_.data(), size_, format_, strides_.row, strides_.pixel};
}

MutableStackView Pixels::stack_target() const {
  return {array_.data(), stack_type(), strides_};
}

std::string result_axes(const std::string& axes, bool had_one_channel, const std::string& pages, int channels) {
  std::string result;
  const bool has_channels = channels > 1 || had_one_channel;
  for (const char axis : axes)
    if (axis == 'y' || axis == 'x' || has_axis(pages, axis) || (axis == 'c' && has_channels)) result += axis;
  if (has_channels && !has_axis(result, 'c')) result += 'c';
  return result;
}

}  // namespace lenslet::python
