// Claims of your own about your own kernels and ops, measured and judged as the studies' are (study.hpp). A text says
// what to measure and what is claimed; docs/your-own-claims.md describes it.
//
//   const lenslet::OwnClaims claims(text);  // throws for a text that is wrong
//   const lenslet::StudyReport report = claims.judge(session, "ours", {.runs = 12}, make_way);
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/array.hpp>
#include <lenslet/study.hpp>
#include <lenslet/work.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

// What a line of the text runs.
struct OwnWay {
  std::function<double()> run;                  // does the work once, waits for its end and returns the time in ms
  std::string how;                              // the schedule, or how the kernel is launched
  std::string source = {};                      // the OpenCL C; empty: no kernel
  std::function<std::vector<Array>()> results;  // of the first run; other ways at this place must have the same
  std::function<std::optional<std::string>()> mismatch = {};  // what is wrong with the first run, if that can be told
};

// Makes the way of a line's command. It may throw Error: then the report says why there are no times.
using MakeWay = std::function<OwnWay(const std::string& command)>;

// An op on these inputs, which its own reference judges.
OwnWay way_of(const Session& session, const Work& work, std::vector<HostValue> inputs);

class OwnClaims {
 public:
  // Throws invalid_argument, with the line and what is allowed, for a text that is wrong, or whose claims name what no
  // chart has.
  explicit OwnClaims(std::string_view text);

  // Measures the ways in turns, proves that they agree, and judges the claims. `name` is the report's. Throws as
  // run_study() does for options out of range.
  StudyReport judge(const Session& session, const std::string& name, const StudyOptions& options,
                    const MakeWay& make) const;

 private:
  struct Text;
  std::shared_ptr<const Text> text_;
};

}  // namespace lenslet
#pragma GCC visibility pop
