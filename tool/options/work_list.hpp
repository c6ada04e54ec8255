// What to measure, in a person's words: ops with lists of arguments, and lists of formats, sizes, borders, schedules.
#pragma once

#include <lenslet/work.hpp>

#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

#include "tool/options/option.hpp"

namespace lenslet::cli {

// "gaussian:ksize=3,5,sigma=1" is two calls of this op. A value of a text parameter keeps its commas.
std::string op_of(const std::string& text);
std::vector<Call> parse_calls(const OpInfo& op, const std::string& text);

// Throws invalid_argument where lists of these lengths have more combinations than can be meant, before they are made.
void check_combinations(std::initializer_list<std::size_t> lengths);

// Adds the words after the command, which `ops` describes, and the options of the axes, each with a list of values.
void add_axes(CLI::App& app, const std::string& ops);
void add_schedule_axis(CLI::App& app);

// Reads every combination, with inputs of one kind one after the other. Where no op is named all are meant, or those of
// images or of arrays where only these have the options that are given.
std::vector<Work> read_works(const CLI::App& app);

// The same of these words in place of those after the command; of none there are no works but the pipeline's.
std::vector<Work> read_works(const CLI::App& app, const std::vector<std::string>& words);

// These are the same options for one op and with one value each.
void add_work_options(CLI::App& app, const OpInfo& op);
Work read_work(const CLI::App& app, const Call& call);

}  // namespace lenslet::cli
