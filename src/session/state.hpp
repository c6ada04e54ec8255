// What a session owns: its device's queue, the caches of compiled programs and the store of what was tuned.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include <lenslet/session.hpp>

#include "access.hpp"
#include "ocl/program.hpp"
#include "ocl/program_cache.hpp"
#include "ocl/queue.hpp"
#include "store/store.hpp"

namespace lenslet {

struct Session::State {
  explicit State(const SessionOptions& options);
  State(const SessionOptions& options, ocl::Queue queue);

  // Takes a program from memory, else from disk, else from the compiler.
  ocl::BuildResult build(const std::string& source, const std::string& options = {});

  // Takes a program from memory or disk; nothing where it has not been compiled.
  std::optional<ocl::BuildResult> find(const std::string& source, const std::string& options);

  ocl::Queue queue;
  std::chrono::milliseconds build_timeout;
  std::unique_ptr<ocl::ProgramCache> cache;  // null where it is switched off
  store::Store store;

  std::mutex mutex;                              // guards what follows
  std::map<std::string, ocl::Program> programs;  // by options and source
  double copy_rate = 0;

 private:
  std::optional<ocl::BuildResult> find_in_memory(const ocl::BuildRequest& request);
  ocl::BuildResult keep(const ocl::BuildRequest& request, ocl::BuildResult built);
};

inline Session::State& state_of(const Session& session) {
  return *internal::Access::state(session);
}

}  // namespace lenslet
