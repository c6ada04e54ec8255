// Drivers fail in many ways. One failure must not lose the hours of other studies.
#include "studies/report/collect.hpp"

namespace lenslet::report {

void collect(Record& record, const std::vector<std::string>& studies, const Collector& collector) {
  for (const std::string& study : studies) {
    try {
      record.studies.push_back(collector.run(study));
    } catch (const std::exception& error) {
      record.failures.push_back({study, error.what()});
      collector.failed(study, error);
    }
    record.stopped = collector.stop();
    if (record.stopped) return;
    if (!collector.more_to_come || &study == &studies.back()) continue;
    record.stopped = true;
    collector.more_to_come();
    record.stopped = false;
  }
}

}  // namespace lenslet::report
