// Reports on JPEG files, for people and for programs.
#pragma once

#include <lenslet/jpeg.hpp>
#include <string>

#include "tool/jobs/jpeg_trial.hpp"
#include "tool/records/json.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {

std::string jpeg_text(const std::string& file, const JpegInfo& info);
Json jpeg_json(const std::string& file, const JpegInfo& info);

// A trial has a row of the table for each direction.
Table trial_table();
void add_trial(Table& table, const std::string& file, const JpegTrial& trial);
Json trial_json(const std::string& file, const JpegTrial& trial, const WayTimes& by_way);

// A line with the time of each of the device's ways of decoding, and the way that is taken.
std::string ways_text(const std::string& file, const WayTimes& by_way);

}  // namespace lenslet::cli
