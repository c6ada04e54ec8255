// Stores each paragraph of kernels once. A record has hundreds of generated kernels of 40 kilobytes each, which share
// most of their text. Pages store other texts that many points share in the same way.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "studies/report/field.hpp"
#include "studies/report/record.hpp"

namespace lenslet::report {

// A source is its parts, with an empty line between each two.
class SourceParts {
 public:
  Json places(const std::string& source);  // the places of its parts among the texts
  Json texts() const { return texts_; }

 private:
  std::map<std::string, std::size_t> places_;
  Json texts_ = Json::array();
};

// Joins the sources of a study again. Throws io for an impossible place, and for more text than kernels can have.
std::vector<std::string> join_sources(const Field& sources, const std::vector<std::string>& texts);

}  // namespace lenslet::report
