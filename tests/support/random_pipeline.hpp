// Pipelines that are made at random: graphs of two images, with a border and an arrangement.
#pragma once

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <lenslet/pipeline.hpp>
#include <lenslet/verify.hpp>

#include <fmt/format.h>

#include "image_support.hpp"
#include "op/op.hpp"

namespace lenslet {

// What random pipelines are made of: filters, functions of samples, and tables where these are integers.
inline constexpr const char* of_one[] = {"gaussian sigma=1.2", "mean ksize=5", "median",
                                         "gradient",           "sharpen",      "dilate ksize=3",
                                         "threshold level=90", "invert",       "brightness delta=20",
                                         "erode ksize=5",      "gamma",        "linear_to_srgb"};
inline constexpr const char* conversions[] = {"convert to=u8 scale=0.25", "convert to=u16 scale=200.5 delta=7",
                                              "convert to=f32 scale=0.5"};
inline constexpr SampleType converted_to[] = {SampleType::u8, SampleType::u16, SampleType::f32};
inline constexpr const char* of_two[] = {"absdiff", "add", "subtract", "min", "max", "blend alpha=0.3"};

// Each op takes values before it at random, of one type if there are two; all that nobody takes are outputs.
inline std::string random_pipeline(std::mt19937& random, SampleType type) {
  const auto below = [&random](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  std::vector<std::string> values{"a", "b"};
  std::vector<SampleType> types{type, type};
  std::vector<bool> used(2);
  const auto take = [&](std::optional<SampleType> wanted) {
    std::size_t place = below(values.size());
    while (wanted && types[place] != *wanted) place = below(values.size());
    used[place] = true;
    return place;
  };
  std::string text;
  for (std::size_t i = 0, count = 2 + below(5); i < count; ++i) {
    const bool two = i == 0 || below(3) == 0;
    std::string words = two ? of_two[below(std::size(of_two))] : of_one[below(std::size(of_one))];
    std::string operands = " a b";
    types.push_back(type);
    if (i == 0) {
      used[0] = used[1] = true;
    } else {
      const std::size_t first = take({});
      operands = " " + values[first];
      types.back() = types[first];
      if (two) operands += " " + values[take(types[first])];
    }
    if (const std::size_t kind = below(12); !two && kind < std::size(conversions)) {
      words = conversions[kind];
      types.back() = converted_to[kind];
    }
    words.insert(std::min(words.find(' '), words.size()), operands);
    values.push_back("v" + std::to_string(i));
    used.push_back(false);
    text += "; " + values.back() + " = " + words;
  }
  std::string outputs;
  for (std::size_t i = 2; i < values.size(); ++i)
    if (!used[i] || below(4) == 0) outputs += (outputs.empty() ? "" : ", ") + values[i];
  return "in a, b" + text + "; out " + outputs;
}

// Gives the work one of the borders, where its ops look outside the image.
template <class Random>
void give_border(Work& work, Random& random) {
  Work asked = work;
  asked.options.border = extending_borders[random() % std::size(extending_borders)];
  if (op::knows_border(op::find(work.call.op), asked)) work.options.border = asked.options.border;
}

inline VerifyCase random_pipeline_case(unsigned seed, const DeviceInfo& device) {
  constexpr PixelFormat formats[] = {{SampleType::u8, 3},  {SampleType::u8, 4, true},  {SampleType::f32, 1},
                                     {SampleType::u16, 3}, {SampleType::u16, 2, true}, {SampleType::f32, 4, true},
                                     {SampleType::u8, 1}};
  constexpr Size sizes[] = {{67, 43}, {1, 9}, {130, 5}};
  std::mt19937 random(seed);
  const PixelFormat format = formats[seed > 10 ? random() % std::size(formats) : seed % 3];
  const std::string text = random_pipeline(random, format.type);
  const Size size = sizes[random() % 3];
  VerifyCase one{.work = image_work(Pipeline::parse(text), format, size), .regions = seed % 2 == 0};
  OpOptions& options = one.work.options;
  give_border(one.work, random);
  options.tune = Tune::off;
  const std::vector<op::Assembly> ways = op::problem_of(one.work)->ways(device);
  options.schedule = ways[random() % ways.size()].schedule.spelling();
  for (unsigned i = 0; i < 2; ++i) one.values.emplace_back(pattern(size, format, seed + i));
  one.what = fmt::format("seed {}, {}, {} of {} x {}, border {}, {}", seed, text, to_string(format), size.width,
                         size.height, name_of(options.border.value_or(usual_border)), options.schedule);
  return one;
}

}  // namespace lenslet
