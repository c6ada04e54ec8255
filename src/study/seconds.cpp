// A line for each study: its name, seconds on the CPU, seconds on the GPU.
#include "study/seconds.hpp"

#include <sstream>
#include <string>

#include "study/kernels.hpp"

namespace lenslet::study {

StudySeconds find_seconds(std::string_view text, std::string_view study) {
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name;
    StudySeconds seconds;
    if (words >> name >> seconds.cpu >> seconds.gpu && name == study) return seconds;
  }
  return {};
}

StudySeconds seconds_of(std::string_view study) {
  return find_seconds(kernel_source("seconds.txt"), study);
}

}  // namespace lenslet::study
