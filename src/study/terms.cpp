// The words of the sources, where they have some.
#include "study/terms.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace lenslet::study {
namespace {

struct Glossary {
  std::string_view study;
  std::vector<StudyTerm> terms;
};

const Glossary glossaries[] = {
    {"gradient",
     {{"single", "a launch for each of the two filters, the coefficients in constant memory"},
      {"double", "both filters in one launch, which reads each pixel once"},
      {"predefined", "the coefficients stand in the program's text"},
      {"separation", "a row filter, then a column filter, with an image between them"},
      {"local", "a tile of the image in local memory"}}},
    {"histogram",
     {{"private bins", "each work-item counts into bins of its own, which are added up"},
      {"atomics", "the items of a group count into one set of bins"},
      {"chosen groups", "as many groups as the compute units want, not one for each 65536 pixels"}}},
    {"matmul",
     {{"basic", "a work-item for each element of the product"},
      {"coalesced_row", "a group for each row"},
      {"basic_vector4", "four columns an item, in vectors"},
      {"localA", "the row of A in local memory"},
      {"localA_coalesced", "the same, copied by neighbouring items"},
      {"tiled", "square tiles of A and B in local memory"}}},
    {"storage", {{"16 x 16", "groups of so many work-items"}, {"runtime's group", "the driver's own choice"}}},
    {"tile-fill",
     {{"1-loop", "one index runs over the tile, and is divided into column and row"},
      {"2-loop", "one loop over the tile's rows, one over its columns"},
      {"hybrid", "the one of the two that needs fewer rounds"}}},
    {"vector-add",
     {{"one per item", "a work-item for each element"},
      {"grid-stride", "as many items as the device holds; each takes every n-th element"},
      {"chunked", "as many items; each takes a stretch of neighbouring elements"}}},
};

}  // namespace

std::vector<StudyTerm> terms_of(std::string_view study) {
  const Glossary* found = std::ranges::find(glossaries, study, &Glossary::study);
  return found == std::end(glossaries) ? std::vector<StudyTerm>() : found->terms;
}

}  // namespace lenslet::study
