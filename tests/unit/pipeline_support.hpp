// What tests of pipelines on a device begin with.
#pragma once

#include <optional>
#include <string>

#include <gtest/gtest.h>

#include <lenslet/lenslet.hpp>

#include "image_support.hpp"

namespace lenslet {

class PipelineTest : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
  }

  // Runs a pipeline of one image with the schedule, whole and in regions, and compares it with its ops one by one.
  VerifyResult proved(const std::string& text, const std::string& schedule, const Image& photo) const {
    Work work = image_work(Pipeline::parse(text), photo.format(), photo.size());
    work.options.schedule = schedule;
    const std::vector<HostValue> values(work.inputs.size(), photo);
    return verify(*session, {.work = work, .regions = true, .values = values});
  }

  std::optional<Session> session;
};

}  // namespace lenslet
