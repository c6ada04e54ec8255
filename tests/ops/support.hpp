// What the tests of ops share: one session, and a test that needs a device.
#pragma once

#include <gtest/gtest.h>

#include <lenslet/session.hpp>

namespace lenslet {

inline const Session& session() {
  static const Session one{{.cache = false}};
  return one;
}

class DeviceTest : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  }
};

}  // namespace lenslet
