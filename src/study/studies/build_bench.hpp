// What the candidates of the study `build` share: the programs, a program cache of their own, and the ways to build.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ocl/program_cache.hpp"
#include "session/state.hpp"
#include "study/shared_runs.hpp"
#include "study/studies/build_subjects.hpp"
#include "system/temporary_folder.hpp"

namespace lenslet::study {

class BuildBench {
 public:
  explicit BuildBench(Experiment& experiment);

  static const std::vector<std::string>& subject_names();
  BuildSubject& subject(std::size_t place, bool large);
  const std::string& source_of(std::size_t place);  // with the number `known_stamp`
  std::uint32_t new_stamp();  // that no program had yet, here or, in all likelihood, on this machine

  ocl::BuildResult compile(const std::string& source, const std::string& options = {}) const;
  ocl::BuildResult compile_cached(const std::string& source);        // through the program cache
  ocl::BuildResult find_in_memory(const std::string& source) const;  // among the session's programs
  ocl::BuildResult load(const std::string& source);                  // from the binary of an earlier build
  const ocl::Binary& binary(const std::string& source);

  static constexpr std::uint32_t known_stamp = 1;

 private:
  Session::State& session() const { return state_of(experiment_.session()); }

  Experiment& experiment_;
  system::TemporaryFolder folder_;
  ocl::ProgramCache cache_;
  std::uint32_t stamp_;
  std::map<std::pair<std::size_t, bool>, std::unique_ptr<BuildSubject>> subjects_;
  std::map<std::size_t, std::string> sources_;
  std::map<std::string, ocl::Binary> binaries_;
};

// A way to a program: whether each run takes a new text, and how it is built.
struct BuildWay {
  std::string name;
  bool fresh;
  std::function<ocl::BuildResult(BuildBench&, const std::string& source)> build;
};

const std::vector<BuildWay>& build_ways();

// One way to one program, for two candidates: the build alone, and the time until the first result.
class BuildAttempt {
 public:
  static constexpr std::size_t parts = 2;
  BuildAttempt(std::shared_ptr<BuildBench> bench, std::size_t place, BuildWay way);

  double next(std::size_t part) { return runs_.next(part); }
  std::optional<std::string> fault();
  const std::string& source() { return bench_->source_of(place_); }
  std::string how() const { return way_.fresh ? "a new text in each run" : "the same text in each run"; }

 private:
  std::vector<double> run();

  std::shared_ptr<BuildBench> bench_;
  std::size_t place_;
  BuildWay way_;
  SharedRuns runs_;
  std::uint32_t stamp_ = BuildBench::known_stamp;
};

}  // namespace lenslet::study
