// The record is small, so that a test can try every prefix of its JSON.
#include "synthetic.hpp"

#include <limits>

namespace lenslet::report {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

StudyReport synthetic_study() {
  StudyReport study;
  study.name = "gradient";
  study.summary = "What it is about.";
  study.charts = {{"Chart", "filter size, pixels", {}, {}, "ms"},
                  {"Shapes", "work-group", {"default", "16x16"}, {}, "x"}};
  study.charts[0].lines = {
      {"single",
       {{3, {1, 2, 3, 4, 100}, "direct", 0, ""}, {5, {}, "", -1, "no images"}, {7, {}, "", -1, "no images"}}}};
  study.charts[1].lines = {{"a line", {{1, {0.1}, "16x16 | how", 1, ""}}}};
  study.tables = {{"A table", {"a|b", "c"}, {{"1", "<2>"}}}};
  study.timelines = {{"Queues", {{"queue 1", "write", 0, 1.5}, {"queue 2", "kernel", 0.5, 2}}}};
  study.claims = {
      {7,
       "Local memory is faster.",
       Verdict::holds,
       {{"b is 2.00 times as fast as a (1.90 to 2.10)", SpeedUp{"b over a", {2, {1.9, 2.1}}, {1, infinite}}},
        {"c: not measured"}},
       "Tiles are read once."},
      {7, "And smaller.", Verdict::undecided},
      {3, "It is slower.", Verdict::does_not_hold, {{"1", SpeedUp{"a over b", {1, {0.9, 1.5}}, {0.9, 1.1}}}}},
      {9, "It is there.", Verdict::untested, {{"no image support"}}}};
  study.terms = {{"single", "a launch for each filter"}};
  study.notes = {"A note with </script> and \"quotes\"."};
  study.sources = {"__kernel void f() {}\n", "// \xc3\xa4\n"};
  study.seconds = 1.25;
  return study;
}

}  // namespace

Record synthetic_record(const std::string& device) {
  Record record;
  record.device = {{"index", 0},      {"name", device},     {"platform", "P"},
                   {"driver", "1.0"}, {"compute_units", 4}, {"images", false}};
  record.machine = "A processor, 4 processors";
  record.version = "0.1.0";
  record.time = "2026-01-31T12:00:00Z";
  record.scale = 0.25;
  record.runs = 20;
  record.point_seconds = 0.5;
  record.stopped = true;
  record.studies = {synthetic_study()};
  record.failures = {{"sync", "clFinish: CL_OUT_OF_RESOURCES"}};
  return record;
}

}  // namespace lenslet::report
