// A row of ops as NPP does it: what the program is asked for, and what a call does.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "npp_picture.hpp"

struct RowOrder {
  std::string task, type, folder;
  int channels, width, height, images;
  double seconds;
  std::vector<std::string> values;  // the row's parameters

  NppiSize size() const { return {width, height}; }
  std::string file(const std::string& name) const { return folder + "/" + name; }
  const std::string& text(std::size_t i) const { return values.at(i); }
  double number(std::size_t i) const { return std::stod(values.at(i)); }
  int whole(std::size_t i) const { return std::stoi(values.at(i)); }
};

struct Job {
  std::function<void(int)> launch;  // for the image of this number
  std::function<void()> save;       // the first image's result
};

inline NppiRect all_of(NppiSize size) {
  return {0, 0, size.width, size.height};
}

// Scratch memory. The type of its size differs between NPP's functions and versions.
using Buffer = std::shared_ptr<DeviceArray<Npp8u>>;

inline Buffer new_buffer(std::size_t bytes) {
  return std::make_shared<DeviceArray<Npp8u>>(bytes);
}

template <class Of, class Size>
Buffer new_buffer(NppStatus (*function)(Of, Size*), Of of) {
  Size bytes = 0;
  check(function(of, &bytes));
  return new_buffer(static_cast<std::size_t>(bytes));
}

template <class Size>
Buffer new_buffer(NppStatus (*function)(NppiSize, Size*, NppStreamContext), NppiSize size,
                  const NppStreamContext& context) {
  Size bytes = 0;
  check(function(size, &bytes, context));
  return new_buffer(static_cast<std::size_t>(bytes));
}

// An image behind the first, which all calls share.
template <class T>
std::shared_ptr<Picture<T>> more_input(const RowOrder& order, int number, NppiSize size, int channels = 1) {
  const auto made = std::make_shared<Picture<T>>(size.width, size.height, channels);
  made->upload(read<T>(order.file("extra" + std::to_string(number))));
  return made;
}

template <class T>
using Pictures = std::shared_ptr<std::vector<Picture<T>>>;

template <class T>
Pictures<T> inputs_of(const RowOrder& order) {
  const auto made = std::make_shared<std::vector<Picture<T>>>();
  const std::vector<T> samples = read<T>(order.file("image"));
  for (int i = 0; i < order.images; ++i) {
    made->emplace_back(order.width, order.height, order.channels);
    made->back().upload(samples);
  }
  return made;
}

// What a call leaves as it is, is 0.
template <class T>
Pictures<T> results_of(const RowOrder& order, NppiSize size, int channels) {
  const auto made = std::make_shared<std::vector<Picture<T>>>();
  for (int i = 0; i < order.images; ++i) {
    made->emplace_back(size.width, size.height, channels);
    made->back().clear();
  }
  return made;
}

// From each image to a result of `size`.
template <class From, class To, class Call>
Job job_of(const RowOrder& order, NppiSize size, Call call) {
  const auto in = inputs_of<From>(order);
  const auto out = results_of<To>(order, size, order.channels);
  const auto number = [count = order.images](int i) { return static_cast<std::size_t>(i % count); };
  return {[=](int i) { call((*in)[number(i)], (*out)[number(i)]); },
          [=, name = order.file("result")] { write(name, (*out)[0].download()); }};
}
