// The axes of an OME-TIFF: its OME-XML, read by expat, and written anew.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/stack_file.hpp>

namespace lenslet::io {

// What pages a description has, and where in the file they are.
struct DescribedPages {
  std::vector<StackAxis> axes;            // outermost first; all of more than one page
  std::vector<std::int64_t> places = {};  // the file's page for each page; empty: in the file's order
  PageFacts facts = {};
  std::vector<std::string> notes = {};
};

bool is_ome(std::string_view description);

// Parses the first image of the OME-XML, of a file with so many pages and so many interleaved channels in each. Throws
// Error with only the reason: io for XML that is damaged, unsupported for axes that do not fit the pages.
DescribedPages parse_ome(std::string_view xml, std::int64_t pages, int channels);

// What the description says of a result.
struct PagesToDescribe {
  StackType type;
  PageFacts facts;
};

// Tells whether OME-XML has words for the samples and axes.
bool ome_holds(const StackType& type);
std::string ome_xml(const PagesToDescribe& pages);

}  // namespace lenslet::io
