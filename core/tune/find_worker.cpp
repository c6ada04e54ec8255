// Finds the worker: in a build beside the tool, in an installation in libexec.
#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "system/own_program.hpp"
#include "tune/worker_process.hpp"

namespace lenslet::tune {

std::filesystem::path find_worker() {
  const system::OwnProgram worker = system::find_own_program("lenslet-worker", "LENSLET_WORKER");
  if (!worker.path.empty()) return worker.path;
  throw Error(
      ErrorKind::unsupported,
      fmt::format("tuning needs the worker lenslet-worker; {}: name it in LENSLET_WORKER, or tune without a worker",
                  worker.problem));
}

}  // namespace lenslet::tune
