// What tests of strips begin with: sources that see to the order, and strips put together again.
#pragma once

#include <cstring>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <lenslet/strips.hpp>

namespace lenslet {

// Gives an image's rows, and expects to be asked for them in order, for each at most once.
inline ReadRows rows_of(const Image& image) {
  return [&image, next = std::int64_t{0}](std::int64_t first, std::int64_t rows, std::byte* to) mutable {
    EXPECT_GE(first, next);
    next = first + rows;
    ASSERT_LE(next, image.height());
    for (std::int64_t y = first; y < next; ++y, to += image.stride())
      std::memcpy(to, image.row(y), static_cast<std::size_t>(image.stride()));
  };
}

// The same, which begins again where it is asked for a row that has passed, as each pass of merged() may.
inline ReadRows rows_of_again(const Image& image) {
  return [&image, rows_once = rows_of(image), next = std::int64_t{0}](std::int64_t first, std::int64_t rows,
                                                                      std::byte* to) mutable {
    if (first < next) rows_once = rows_of(image);
    next = first + rows;
    rows_once(first, rows, to);
  };
}

inline std::vector<ImageType> types_of(const std::vector<Image>& images) {
  std::vector<ImageType> types;
  for (const Image& image : images) types.push_back({image.format(), image.size()});
  return types;
}

// Returns the whole results of Strips, and of others that have the same functions.
template <class AnyStrips>
std::vector<Image> joined(AnyStrips&& strips) {
  std::vector<Image> results;
  for (const ImageType& whole : strips.outputs()) results.emplace_back(whole.size, whole.format);
  std::int64_t y = 0;
  while (const std::optional<Result> strip = strips.next()) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      const Image& rows = strip->images[i];
      for (std::int64_t k = 0; k < rows.height(); ++k)
        std::memcpy(results[i].row(y + k), rows.row(k), static_cast<std::size_t>(rows.stride()));
    }
    y += strip->images.front().height();
  }
  EXPECT_EQ(y, results.front().height());
  return results;
}

inline std::vector<Image> in_strips(const Session& session, const Plan& plan, const std::vector<Image>& inputs,
                                    const StripOptions& options) {
  std::vector<ReadRows> sources;
  for (const Image& input : inputs) sources.push_back(rows_of(input));
  return joined(Strips(session, plan, types_of(inputs), std::move(sources), options));
}

inline std::vector<Image> as_whole(const Session& session, const Plan& plan, const std::vector<Image>& inputs) {
  std::vector<DeviceValue> values;
  for (const Image& input : inputs) values.emplace_back(session.upload(input));
  std::vector<Image> results;
  for (const DeviceImage& image : plan.run(values).images()) results.push_back(session.download(image));
  return results;
}

}  // namespace lenslet
