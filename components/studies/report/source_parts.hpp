// Keeps the paragraphs of kernels once: generated kernels share most of their text, which is 40 kilobytes each, and a
// record has hundreds of them.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "studies/report/field.hpp"
#include "studies/report/record.hpp"

namespace lenslet::report {

// A source is its parts with an empty line between each two.
class SourceParts {
 public:
  Json places(const std::string& source);  // where its parts are among the texts
  Json texts() const { return texts_; }

 private:
  std::map<std::string, std::size_t> places_;
  Json texts_ = Json::array();
};

// Puts the sources of a study together again. Throws io for a place that is none, and for more text than kernels can
// have.
std::vector<std::string> join_sources(const Field& sources, const std::vector<std::string>& texts);

}  // namespace lenslet::report
