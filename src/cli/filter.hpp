// Runs one op on file after file: a session and a plan per pixel format are made once and used again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <lenslet/image_file.hpp>
#include <lenslet/plan.hpp>
#include <lenslet/session.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "job.hpp"
#include "run_options.hpp"

namespace lenslet::cli {

// What one file took.
struct FileReport {
  std::filesystem::path input;
  std::vector<std::filesystem::path> outputs;
  std::vector<std::string> notes;
  Size size;
  std::uint64_t memory_bytes = 0;  // about what the file took at most, beside the program itself
  PixelFormat input_format;
  PixelFormat output_format;
  std::string schedule;
  std::string reason;
  CacheUse cache = CacheUse::off;
  double build_ms = 0;
  double upload_ms = 0;
  double download_ms = 0;
  Timing timing;                // of the launch whose result was written
  std::optional<Timing> again;  // the fastest of some more launches, for --explain
};

class Filter {
 public:
  Filter(Call call, RunOptions options) : call_(std::move(call)), options_(std::move(options)) {}

  FileReport run(const Job& job);

  const std::optional<Session>& session() const { return session_; }  // opened for the first file

 private:
  // For images of one format and about one size, which is what a schedule is tuned for.
  struct Ready {
    PixelFormat format;
    Size size;
    Plan plan;
  };
  const Plan& plan(PixelFormat format, Size size);
  void report_first(const Ready& ready);
  Result compute(const Plan& chosen, Image image, FileReport& report);
  void write(const Job& job, Result result, const FileImage& source, FileReport& report) const;

  Call call_;
  RunOptions options_;
  std::optional<Session> session_;
  std::vector<Ready> plans_;
};

}  // namespace lenslet::cli
