// Ops of images and of arrays under one roof: how the tool names them and their works.
#pragma once

#include <lenslet/array_op.hpp>
#include <lenslet/measure.hpp>
#include <string>
#include <variant>

#include "json.hpp"

namespace lenslet::cli {

// One of the two is there.
struct AnyOp {
  const OpInfo* of_images = nullptr;
  const ArrayOpInfo* of_arrays = nullptr;

  const OpInfo& info() const { return of_arrays ? of_arrays->op : *of_images; }
  std::string name() const { return of_arrays ? full_name(*of_arrays) : of_images->name; }
};

std::vector<AnyOp> every_op();

// Throws with the nearest name.
AnyOp find_any_op(const std::string& name);

// By the name in the store, which is the full one.
bool is_array_op(const std::string& name);

using AnyWork = std::variant<Work, ArrayWork>;

std::string describe(const AnyWork& work);     // "gaussian ksize=5", "reduce.sum"
std::string type_text(const AnyWork& work);    // "u8 x 3", "f32, f32"
std::string size_text(const AnyWork& work);    // "640x480", "1000"
std::string border_text(const AnyWork& work);  // "-" for arrays

// What a record begins with.
Json to_json(const AnyWork& work);

// A size of the store in words.
std::string stored_size_text(const std::string& op, Size size);

}  // namespace lenslet::cli
