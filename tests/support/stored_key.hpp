// What tests of the tuning store's file store their trials under.
#pragma once

#include <string>

#include "store/store.hpp"

namespace lenslet {

inline store::Key stored_key(const std::string& work = "work") {
  return {.op = "mean",
          .work = work,
          .size_bucket = 20,
          .device = "device",
          .driver = "driver",
          .architecture = "architecture",
          .format = store::library_format,
          .size = {1024, 1024}};
}

}  // namespace lenslet
