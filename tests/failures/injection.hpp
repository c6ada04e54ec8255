// Makes calls fail on purpose: the n-th of a kind.
#pragma once

#include <exception>

#include <gtest/gtest.h>

namespace lenslet::failures {

enum class Kind {
  allocation,         // operator new and strdup
  system_call,        // the library's own
  sqlite_call,        // the library's calls of SQLite
  sqlite_allocation,  // SQLite's own
  sqlite_file,        // SQLite's calls of the system
};

enum class Lasting { once, from_then_on };

struct Failure {
  Kind kind = Kind::allocation;
  Lasting lasting = Lasting::once;
  int code = 0;  // of SQLite, for its calls
};

// Makes the n-th call fail while the object lives; there is one at a time.
class Injection {
 public:
  Injection(const Failure& failure, int nth);
  ~Injection();
  Injection(const Injection&) = delete;
  Injection& operator=(const Injection&) = delete;
};

// Tells the wrappers whether a call that is made now is to fail.
bool fails(Kind kind);
int failure_code();

// Counts the calls of that kind since the injection was made, the last one also after its end.
int calls_seen();

// Does the work under the failure; false where it threw an exception.
template <class Work>
bool survives(const Failure& failure, int nth, const Work& work) {
  const Injection injection(failure, nth);
  try {
    work();
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

// Calls test(n) for n = 1, 2, 3, ..., until a test had fewer calls than n, and so no failure. After the first thirty
// not every n has its turn.
template <class Test>
void each_failure(const Test& test) {
  constexpr int most = 100'000;
  for (int n = 1; n < most; n += 1 + n / 30) {
    SCOPED_TRACE(n);
    test(n);
    if (calls_seen() < n || testing::Test::HasFailure()) return;
  }
  FAIL() << "there is no end to the calls";
}

}  // namespace lenslet::failures
