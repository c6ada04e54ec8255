// Which stages gain from the device, from which size on, and what Amdahl's law says of the book's split.
#include <algorithm>

#include "studies/experiments/jpeg_parts.hpp"
#include "studies/judgement.hpp"
#include "studies/speed_up.hpp"

namespace lenslet::study {
namespace {

struct Stage {
  const char* name;
  std::size_t chart;
  std::string line = device_line;
};

std::vector<Stage> stages_of(const JpegCharts& charts) {
  return {{"decoder: entropy decoding", charts.entropy},
          {"decoder: entropy decoding, restart markers", charts.entropy, markers_line},
          {"decoder: dequantisation, inverse DCT", charts.inverse},
          {"decoder: up-sampling, colour", charts.color},
          {"encoder: colour, sub-sampling", charts.planes},
          {"encoder: DCT, quantisation", charts.forward},
          {"encoder: entropy coding", charts.coding}};
}

std::string megapixels(double pixels) {
  return fmt::format("{:.3g} Mpx", pixels * 1e-6);
}

std::string median_text(const Experiment& experiment, const ChartPlace& place) {
  const std::vector<double>* ms = experiment.times(place.chart, place.line, place.x);
  return ms ? fmt::format("{:.3g}", summarize(*ms).median) : "-";
}

// The size from which on a line is faster than libjpeg-turbo at all sizes.
std::string gains_from(const Experiment& experiment, std::size_t chart, const std::string& line,
                       const std::vector<double>& sizes) {
  std::string from = "at none of these";
  for (auto size = sizes.rbegin(); size != sizes.rend(); ++size) {
    if (!surely_faster(experiment, {chart, line, *size}, {chart, turbo_line, *size})) break;
    from = megapixels(*size);
  }
  return from;
}

void show_gains(Experiment& experiment, const JpegCharts& charts, const std::vector<double>& sizes) {
  const double last = sizes.back();
  StudyTable table{fmt::format("Where the device gains; times in ms at {}", megapixels(last)),
                   {"stage", "libjpeg-turbo", "device", "with transfers", "device gains from", "with transfers from"},
                   {}};
  for (const auto& [name, chart, line] : stages_of(charts)) {
    std::vector<std::string> row = {name};
    for (const std::string& which : {turbo_line, line, line + with_transfers})
      row.push_back(median_text(experiment, {chart, which, last}));
    for (const std::string& which : {line, line + with_transfers})
      row.push_back(gains_from(experiment, chart, which, sizes));
    table.rows.push_back(std::move(row));
  }
  experiment.report().tables.push_back(std::move(table));
}

// How many times as fast as libjpeg-turbo a decoder is.
std::string speed_up_of(const Experiment& experiment, std::size_t chart, const std::string& line, double size) {
  const std::vector<double>* quick = experiment.times(chart, line, size);
  const std::vector<double>* slow = experiment.times(chart, turbo_line, size);
  if (!quick || !slow) return "-";
  const Ratio ratio = ratio_of_medians(*slow, *quick);
  return fmt::format("{:.2f} ({:.2f} to {:.2f})", ratio.value, ratio.confidence.low, ratio.confidence.high);
}

void show_limit(Experiment& experiment, const JpegCharts& charts, const std::vector<double>& sizes) {
  StudyTable table{"Decoders against libjpeg-turbo, and what Amdahl's law allows with serial Huffman decoding",
                   {"size", "serial share", "limit", split_line, split_gains_line, coefficients_line, sync_line},
                   {}};
  for (const double size : sizes) {
    std::vector<double> stages;
    for (const std::size_t chart : {charts.entropy, charts.inverse, charts.color})
      if (const auto* ms = experiment.times(chart, turbo_line, size)) stages.push_back(summarize(*ms).median);
    if (stages.size() < 3) continue;
    const double serial = stages[0] / (stages[0] + stages[1] + stages[2]);
    std::vector<std::string> row = {megapixels(size), fmt::format("{:.2f}", serial), fmt::format("{:.2f}", 1 / serial)};
    for (const std::string& line : {split_line, split_gains_line, coefficients_line, sync_line})
      row.push_back(speed_up_of(experiment, charts.decoder, line, size));
    table.rows.push_back(std::move(row));
  }
  experiment.report().tables.push_back(std::move(table));
}

std::string beside_turbo(const Experiment& experiment, std::size_t chart, const std::string& line, double size) {
  const std::vector<double>* quick = experiment.times(chart, line, size);
  const std::vector<double>* slow = experiment.times(chart, turbo_line, size);
  if (!quick || !slow) return {};
  const std::string title = experiment.report().charts[chart].title;
  return fmt::format("{}, {}: {}", title, megapixels(size),
                     speed_up_text(line, turbo_line, ratio_of_medians(*slow, *quick)));
}

// The codec itself shows that codes can be decoded in parallel. That does not depend on the time.
Claim judge_serial(const Experiment& experiment, const JpegCharts& charts, const std::vector<double>& sizes) {
  Judgement judgement(experiment, 59);
  const double last = sizes.back();
  if (!experiment.times(charts.entropy, device_line, last))
    return judgement.cannot("this device decodes no codes without restart markers").claim();
  judgement.shows(false, fmt::format("the codes of a file of {} without restart markers, decoded in parallel on the "
                                     "device, give the coefficients that libjpeg-turbo reads one after the other",
                                     megapixels(last)));
  for (const std::string& line : {device_line, markers_line, device_line + with_transfers})
    if (const std::string text = beside_turbo(experiment, charts.entropy, line, last); !text.empty())
      judgement.cannot(text);
  return judgement.claim();
}

}  // namespace

void conclude_jpeg(Experiment& experiment, const JpegCharts& charts, const std::vector<double>& sizes) {
  show_gains(experiment, charts, sizes);
  show_limit(experiment, charts, sizes);
  experiment.report().claims.push_back(judge_serial(experiment, charts, sizes));
}

}  // namespace lenslet::study
