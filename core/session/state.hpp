// What a session owns: its device's queue, the caches of compiled programs, and the tuning store.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <typeindex>
#include <utility>
#include <vector>

#include <lenslet/session.hpp>

#include "access.hpp"
#include "ocl/program.hpp"
#include "ocl/program_cache.hpp"
#include "ocl/queue.hpp"
#include "session/background.hpp"
#include "session/bundled.hpp"
#include "session/known_calls.hpp"
#include "store/store.hpp"

namespace lenslet {

// What a caller wants from the compiler, see ocl::BuildRequest.
struct CompilerNotes {
  std::function<void(bool built, const std::string& log)> told = {};
  bool warnings = false;
};

// What a session's programs are known by. Texts are long and begin alike, so their sizes are compared first.
struct BuildText {
  std::string source, options;
  bool warnings = false;
};

// The same, of texts that lie elsewhere: looking a program up copies none.
struct BuildTextView {
  std::string_view source, options;
  bool warnings = false;

  BuildTextView(const ocl::BuildRequest& request)
      : source(request.source), options(request.options), warnings(request.warnings) {}
  BuildTextView(const BuildText& text) : source(text.source), options(text.options), warnings(text.warnings) {}
};

struct BySizesThenText {
  using is_transparent = void;

  static auto sizes(const BuildTextView& text) {
    return std::tuple(text.source.size(), text.options.size(), text.warnings);
  }
  bool operator()(const BuildTextView& a, const BuildTextView& b) const {
    return std::tuple(sizes(a), a.source, a.options) < std::tuple(sizes(b), b.source, b.options);
  }
};

// Another process may compile a program that the disk did not have, so the disk is asked again after this time. To ask
// at each call would be slow, since a key is a program's whole text.
inline constexpr std::chrono::seconds time_between_searches{1};

struct Session::State {
  explicit State(const SessionOptions& options);
  State(const SessionOptions& options, ocl::Queue queue);

  using Notes = CompilerNotes;

  // Takes a program from memory, else from the bundle, else from disk, else from the compiler.
  ocl::BuildResult build(const std::string& source, const std::string& options = {}, const Notes& notes = {});

  // Takes a program from memory, the bundle or disk. Absent where it has not been compiled, and up to a second after
  // that was found, though another session may have compiled it since.
  std::optional<ocl::BuildResult> find(const std::string& source, const std::string& options);

  // Compiles a program without asking any cache.
  ocl::BuildResult compile(const std::string& source, const std::string& options, const Notes& notes = {});

  // Takes from the bundle a program that no cache keeps. Where the bundle has no such program, sets `why`.
  std::optional<ocl::BuildResult> find_bundled(const std::string& source, const std::string& options, std::string& why);

  void note_miss(const std::string& why);  // notes why the bundle did not have a program; does nothing without a bundle

  // For callers that use the compiler themselves. check_may_compile() comes before, and throws build where nothing may
  // be compiled. count() comes after.
  void check_may_compile(const std::string& why) const;
  ocl::BuildResult count(ocl::BuildResult built);

  // Returns what the bundle, or else the cache, stores of this kind with a program; absent where neither has it.
  std::optional<ocl::Binary> kept(BundleKind kind, const std::string& source, const std::string& options,
                                  const std::string& cache_key);

  ocl::Queue queue;
  std::chrono::milliseconds build_timeout;
  std::unique_ptr<ocl::ProgramCache> cache;  // null where it is switched off
  std::unique_ptr<Bundled> bundle;           // null where there is none
  bool may_compile;
  bool compiles_later;  // in the background
  store::Store store;

  std::mutex mutex;  // guards what follows
  std::map<BuildText, ocl::Program, BySizesThenText> programs;
  std::map<BuildText, std::chrono::steady_clock::time_point, BySizesThenText>
      absent_on_disk;                                            // when the disk lacked a program
  std::map<std::type_index, std::shared_ptr<void>> kept_values;  // see kept_with()
  double copy_rate = 0;
  ProgramCounts counts;
  std::uint64_t programs_made = 0;         // how often a program came into memory
  std::vector<std::string> bundle_misses;  // why programs did not come from the bundle; each reason once
  std::string bundle_unfit;                // why the last program that the bundle knows cannot be used here

 private:
  std::optional<ocl::BuildResult> find_in_memory(const ocl::BuildRequest& request);
  bool was_lately_absent(const ocl::BuildRequest& request);  // whether the disk did not have it a moment ago
  void note_absent(const ocl::BuildRequest& request);
  ocl::BuildResult found_or_compiled(const ocl::BuildRequest& request, const std::string& why);
  std::optional<ocl::BuildResult> find_in_bundle(const ocl::BuildRequest& request, std::string& why);
  ocl::BuildResult keep(const ocl::BuildRequest& request, ocl::BuildResult built);

 public:
  KnownCalls known_calls;
  Background background;  // the last member, so that it ends before what its tasks use
};

inline Session::State& state_of(const Session& session) {
  return *internal::Access::state(session);
}

// Returns what a component keeps for as long as the session lives. There is one value of each type, made when it is
// first asked for. The session's lock does not guard the value.
template <class T>
T& kept_with(const Session& session) {
  Session::State& state = state_of(session);
  const std::lock_guard lock(state.mutex);
  std::shared_ptr<void>& value = state.kept_values[typeid(T)];
  if (!value) value = std::make_shared<T>();
  return *static_cast<T*>(value.get());
}

}  // namespace lenslet
