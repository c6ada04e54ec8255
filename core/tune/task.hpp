// What the tuner and its worker send each other, and what an error says of a schedule.
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

// Is called within a handler, and throws again what says nothing of a schedule.
Outcome outcome_of(const Error& error);

}  // namespace lenslet

namespace lenslet::tune {

// Lines of fields, as the tuner and its worker exchange them: tabs between fields, a backslash before n, t and itself.
std::string join_fields(std::span<const std::string> fields);  // without a newline at the end
std::vector<std::string> split_fields(std::string_view line);

// Reads a number. Throws invalid_argument for what is none.
double parse_number(const std::string& field);

// Writes a work as a line of text, which tells a worker process what to do. Leaves out the options' schedule and
// tuning, which mean nothing to what tries schedules.
std::string to_line(const Work& work);

// Reads such a line. Throws invalid_argument for what is none. `brought`: the ops that came with it as texts, which are
// known for as long as the caller holds them.
Work parse_work(const std::string& line, std::vector<lenslet::op::OpPtr>* brought = nullptr);

}  // namespace lenslet::tune
