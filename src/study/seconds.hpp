// How long studies took where their claims were judged: seconds.txt.
#pragma once

#include <string_view>

namespace lenslet::study {

struct StudySeconds {
  double cpu = 0;
  double gpu = 0;
};

// Of the study's line in `text`; 0 where it has none.
StudySeconds find_seconds(std::string_view text, std::string_view study);

// Of seconds.txt.
StudySeconds seconds_of(std::string_view study);

}  // namespace lenslet::study
