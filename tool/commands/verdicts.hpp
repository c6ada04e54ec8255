// The last verdicts of one's own claims on each device, in a file: a verdict that changes shows what a new driver did.
#pragma once

#include <string>
#include <vector>

#include "studies/report/record.hpp"

namespace lenslet::cli {

struct VerdictsOption {
  std::string file;     // empty: none
  bool accept = false;  // take the new verdicts where they changed
};

class Verdicts {
 public:
  // Reads the file, if it exists. Throws io for one that holds no verdicts, or that cannot be written.
  explicit Verdicts(VerdictsOption option);

  // Compares a record of the device with the last one and returns a line for each verdict that changed: what held or
  // did not hold now does the other, or can no longer be tested. Undecided is no change.
  std::vector<std::string> changes(const report::Record& record) const;

  // Adds claims that are new or decided for the first time, unless a verdict changed; with `accept` all are taken.
  // Claims that the record lacks stay.
  void keep(const report::Record& record);

 private:
  report::Json& device_of(const report::Record& record);  // a new one, if there is none
  const report::Json* device_of(const report::Record& record) const;

  VerdictsOption option_;
  report::Json json_;
};

}  // namespace lenslet::cli
