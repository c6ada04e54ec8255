// What to measure, in a person's words: ops with lists of arguments, and lists of formats, sizes, borders, schedules.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <initializer_list>
#include <lenslet/work.hpp>
#include <string>
#include <vector>

#include "work_text.hpp"

namespace lenslet::cli {

// "gaussian:ksize=3,5,sigma=1" is two calls of this op. A value of a text parameter keeps its commas.
std::string op_of(const std::string& text);
std::vector<Call> parse_calls(const OpInfo& op, const std::string& text);

// Throws invalid_argument where lists of these lengths have more combinations than can be meant, before they are made.
void check_combinations(std::initializer_list<std::size_t> lengths);

// What images of an op are made of where nobody says it: f32, if the op takes that.
PixelType usual_type(const OpInfo& op);

// "640x480".
Size parse_size(const std::string& option, const std::string& text);

// "1000", "2^24".
std::int64_t parse_elements(const std::string& option, const std::string& text);

// The words behind the command, described by `ops`, and the options of the axes, each with a list of values.
void add_axes(CLI::App& app, const std::string& ops);
void add_schedule_axis(CLI::App& app);

// Every combination, with inputs of one kind behind each other. Where no op is named all are meant, or those of images
// or of arrays where only these have the options that are given.
std::vector<Work> read_works(const CLI::App& app);

// "gaussian ksize=5"; a long text is cut short.
std::string describe(const Call& call);

}  // namespace lenslet::cli
