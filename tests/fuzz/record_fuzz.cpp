// Studies as JSON, as 'study --from' reads them: what is taken can be written, and is then the same.
#include <string>

#include "fuzz.hpp"
#include "studies/report/json.hpp"

void lenslet::fuzz::run(std::string_view bytes) {
  const auto record = accepted([&] { return report::parse_record(std::string(bytes)); });
  if (!record) return;
  const std::string text = report::json_text(*record);
  expect(report::json_text(report::parse_record(text)) == text, "a record comes back from JSON as it was");
}
