// The terminal's lines, and the JSON.
#include "array_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <lenslet/statistics.hpp>

#include "json.hpp"
#include "output.hpp"
#include "text.hpp"

namespace lenslet::cli {
namespace {

constexpr std::int64_t shown_elements = 20;

std::string element_text(const Array& array, std::int64_t i) {
  const auto place = static_cast<std::size_t>(i);
  if (array.type().type == ElementType::i64) return fmt::format("{}", array.as<std::int64_t>()[place]);
  if (array.type().type == ElementType::u64) return fmt::format("{}", array.as<std::uint64_t>()[place]);
  if (is_integer(array.type().type) || array.type().type == ElementType::f64) return fmt::format("{}", array.at(i));
  return fmt::format("{}", static_cast<float>(array.at(i)));
}

std::string text_of(const Array& array) {
  std::vector<std::string> words;
  for (std::int64_t i = 0; i < array.count(); ++i) {
    if (array.count() > shown_elements && i == shown_elements / 2) {
      words.push_back("...");
      i = array.count() - shown_elements / 2;
    }
    words.push_back(element_text(array, i));
  }
  return join(words, " ");
}

Json json_of(const Array& array, std::int64_t i) {
  const auto place = static_cast<std::size_t>(i);
  if (array.type().type == ElementType::i64) return array.as<std::int64_t>()[place];
  if (array.type().type == ElementType::u64) return array.as<std::uint64_t>()[place];
  if (is_integer(array.type().type)) return static_cast<std::int64_t>(array.at(i));
  if (!std::isfinite(array.at(i))) return element_text(array, i);  // JSON has no such numbers
  return array.at(i);
}

Json output_json(const std::string& name, const Array& array, const std::string& file) {
  Json json{{"name", name}, {"type", name_of(array.type().type)}, {"shape", array.type().shape}};
  if (!file.empty()) {
    json["file"] = file;
    return json;
  }
  json["elements"] = Json::array();
  for (std::int64_t i = 0; i < array.count(); ++i) json["elements"].push_back(json_of(array, i));
  return json;
}

void print_outputs(const Result& result, const std::vector<std::string>& files) {
  for (std::size_t i = files.size(); i < result.arrays.size(); ++i) {
    const std::string label = result.arrays.size() == 1 ? "" : result.names[i] + ": ";
    print("{}{}\n", label, text_of(result.arrays[i]));
  }
}

void print_repeats(const Session& session, const Result& result, const std::vector<double>& ms) {
  const Summary times = summarize(ms);
  const double rate = static_cast<double>(result.timing.bytes) / (times.median * 1e-3);
  print(
      "{} more runs: median {:.4f} ms, quartiles {:.4f} and {:.4f}, {:.1f} GB/s, {:.0f}% of this device's copy rate\n",
      ms.size(), times.median, times.lower_quartile, times.upper_quartile, rate * 1e-9,
      100 * rate / session.copy_rate());
}

}  // namespace

void report(const Session& session, const OpInfo& info, const Result& result, const ArrayReportOptions& options) {
  const Timing& timing = result.timing;
  if (!options.json) {
    print_outputs(result, options.files);
    if (options.explain)
      print("{} on {}: {} ({}), {:.3f} ms in {} launches, upload {:.1f} ms, download {:.1f} ms\n", info.name,
            session.device().name, result.schedule, result.reason, timing.kernel_ms, timing.launches, result.upload_ms,
            result.download_ms);
    if (!options.repeats.kernels.empty()) print_repeats(session, result, options.repeats.kernels);
    return;
  }
  Json json{{"op", info.name}, {"device", to_json(session.device())}, {"schedule", result.schedule}};
  json["origin"] = name_of(result.origin);
  json["reason"] = result.reason;
  json["kernel_ms"] = timing.kernel_ms;
  json["launches"] = timing.launches;
  if (!options.repeats.kernels.empty()) {
    json["repeats_ms"] = options.repeats.kernels;
    json["calls_ms"] = options.repeats.calls;
    json["least_bytes"] = timing.bytes;
    json["copy_rate"] = session.copy_rate();
  }
  json["outputs"] = Json::array();
  for (std::size_t i = 0; i < result.arrays.size(); ++i)
    json["outputs"].push_back(
        output_json(result.names[i], result.arrays[i], i < options.files.size() ? options.files[i] : ""));
  if (options.plot) json["plot"] = *options.plot;
  print_json(json);
}

}  // namespace lenslet::cli
