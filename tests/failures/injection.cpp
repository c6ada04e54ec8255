// The failure that is under way.
#include "injection.hpp"

#include <atomic>

namespace lenslet::failures {
namespace {

struct Current {
  bool armed = false;
  Failure failure;
  int nth = 0;
  std::atomic<int> calls{0};  // also of threads that the work starts
};
Current current;

}  // namespace

Injection::Injection(const Failure& failure, int nth) {
  current.failure = failure;
  current.nth = nth;
  current.calls = 0;
  current.armed = true;
}

Injection::~Injection() {
  current.armed = false;
}

bool fails(Kind kind) {
  if (!current.armed || kind != current.failure.kind) return false;
  const int call = ++current.calls;
  return call == current.nth || (call > current.nth && current.failure.lasting == Lasting::from_then_on);
}

int failure_code() {
  return current.failure.code;
}

int calls_seen() {
  return current.calls;
}

}  // namespace lenslet::failures
