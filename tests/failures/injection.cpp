// The failure that is under way.
#include "injection.hpp"

namespace lenslet::failures {
namespace {

struct Current {
  bool armed = false;
  Failure failure;
  int nth = 0;
  int calls = 0;
};
Current current;

}  // namespace

Injection::Injection(const Failure& failure, int nth) {
  current = {true, failure, nth, 0};
}

Injection::~Injection() {
  current.armed = false;
}

bool fails(Kind kind) {
  if (!current.armed || kind != current.failure.kind) return false;
  ++current.calls;
  return current.calls == current.nth ||
         (current.calls > current.nth && current.failure.lasting == Lasting::from_then_on);
}

int failure_code() {
  return current.failure.code;
}

int calls_seen() {
  return current.calls;
}

}  // namespace lenslet::failures
