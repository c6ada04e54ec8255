// What the candidates of the study `build` share: two programs, a program cache of their own, and the ways to build.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ocl/program_cache.hpp"
#include "studies/op_work.hpp"
#include "studies/shared_runs.hpp"
#include "system/temporary_folder.hpp"

namespace lenslet::study {

// The programs are ops with a number in their code, the stamp. A new stamp makes a program that no cache knows. The
// result depends on the stamp, and so shows whether the right program ran.
inline const std::vector<std::string> programs = {"saxpy", "9x9 filter"};

class BuildBench {
 public:
  explicit BuildBench(Experiment& experiment);

  // Returns the inputs of a program, small or large. They are whole numbers, so results are exact with all options.
  OpInputs& inputs(std::size_t program, bool large);
  op::ProblemPtr problem(std::size_t program, bool large, std::uint32_t stamp) const;

  // Makes the op with this number, compiled by `build`.
  Plan make(const op::ProblemPtr& problem, const op::Build& build) const;

  const std::string& source_of(std::size_t program);  // with the number `known_stamp`
  std::uint32_t new_stamp();  // a stamp that no program has had, here or most likely on this machine

  ocl::BuildResult compile(const std::string& source, const std::string& options = {}) const;
  ocl::BuildResult compile_cached(const std::string& source);        // through the program cache
  ocl::BuildResult find_in_memory(const std::string& source) const;  // among the session's programs
  ocl::BuildResult load(const std::string& source);                  // from the binary of an earlier build

  static constexpr std::uint32_t known_stamp = 1;

 private:
  const Experiment& experiment_;
  system::TemporaryFolder folder_;
  ocl::ProgramCache cache_;
  std::uint32_t stamp_;
  std::map<std::pair<std::size_t, bool>, std::unique_ptr<OpInputs>> inputs_;
  std::map<std::size_t, std::string> sources_;
  std::map<std::string, ocl::Binary> binaries_;
};

// A way to a program: how it is built, and whether each run uses a new text.
struct BuildWay {
  std::string name;
  bool fresh;
  std::function<ocl::BuildResult(BuildBench&, const std::string& source)> build;
};

const std::vector<BuildWay>& build_ways();

}  // namespace lenslet::study
