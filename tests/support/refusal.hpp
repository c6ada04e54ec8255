// What a call says that must fail.
#pragma once

#include <functional>
#include <string>

#include <gtest/gtest.h>

#include <lenslet/error.hpp>

namespace lenslet {

inline std::string refusal(const std::function<void()>& call, ErrorKind kind = ErrorKind::invalid_argument) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace lenslet
