// Ops of images and of arrays by their names, and works in words.
#pragma once

#include <lenslet/array_op.hpp>
#include <lenslet/work.hpp>
#include <string>

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

std::string describe(const Work& work);     // "gaussian ksize=5", "reduce.sum"
std::string type_text(const Work& work);    // "u8 x 3", "f32, f32"
std::string size_text(const Work& work);    // "640x480", "1000"
std::string border_text(const Work& work);  // "-" for arrays

std::string inputs_text(const Work& work);  // "640 x 480, u8 x 3, border wrap", "f32 [100]"

// What a record begins with.
Json to_json(const Work& work);

// A size of the store in words.
std::string stored_size_text(const std::string& op, Size size);

}  // namespace lenslet::cli
