// An OpenCL driver that ends its process as it is loaded, as real ones do where they get too little: by an abort, or by
// exit(). As LLVM does, it takes the signal's handler first.
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace {

const struct Driver {
  Driver() {
    struct sigaction action {};
    action.sa_handler = [](int) {};
    sigaction(SIGABRT, &action, nullptr);
    std::fputs("driver: out of \x1bmemory\n", stderr);
    if (std::getenv("LENSLET_DRIVER_EXITS") != nullptr) std::exit(EXIT_SUCCESS);
    std::abort();
  }
} driver;

}  // namespace
