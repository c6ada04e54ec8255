// What the handles of the C interface are.
#pragma once

#include <optional>
#include <vector>

#include <lenslet/lenslet.h>
#include <lenslet/host_views.hpp>
#include <lenslet/pipeline.hpp>
#include <lenslet/session.hpp>
#include <lenslet/value.hpp>

struct lenslet_session {
  lenslet::Session session;
};

struct lenslet_value {
  std::optional<lenslet::HostValue> owned;  // of a result; absent for the caller's memory
  lenslet::HostView view;                   // of either
};

struct lenslet_call {
  lenslet::Call call;
  lenslet::OpInfo info;
  lenslet::OpOptions options = {};
  std::vector<double> border_values = {};          // as they were said; empty: 0
  std::optional<lenslet::Pipeline> pipeline = {};  // keeps the op of a pipeline's text known
};

namespace lenslet::c {

// Throw invalid_argument for a number that is no type.
SampleType sample_type(lenslet_type type);

lenslet_type type_of(SampleType type);

}  // namespace lenslet::c
