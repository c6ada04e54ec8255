// What the tuner and its worker send each other, and which outcome an error means.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/error.hpp>
#include <lenslet/verify.hpp>
#include <lenslet/work.hpp>

#include "op/problem.hpp"

namespace lenslet {

// Call it in a catch block. It rethrows errors that say nothing about the schedule.
Outcome outcome_of(const Error& error);

}  // namespace lenslet

namespace lenslet::tune {

// Lines of fields between the tuner and its worker: tabs between fields, a backslash before n, t and itself.
std::string join_fields(std::span<const std::string> fields);  // without a newline at the end
std::vector<std::string> split_fields(std::string_view line);

// Reads a number. Throws invalid_argument for other text.
double parse_number(const std::string& field);

// Writes a work as a line of text for a worker process, without the options' schedule and tuning.
std::string to_line(const Work& work);

// Reads such a line. Throws invalid_argument for other text. `brought` gets the ops that the line has as texts. Their
// names are known as long as the caller holds them.
Work parse_work(const std::string& line, std::vector<lenslet::op::OpPtr>& brought);

}  // namespace lenslet::tune
