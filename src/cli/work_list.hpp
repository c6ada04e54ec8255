// What to measure, in a person's words: ops with lists of arguments, and lists of formats, sizes, borders, schedules.
#pragma once

#include <CLI/CLI.hpp>
#include <lenslet/measure.hpp>
#include <string>
#include <vector>

namespace lenslet::cli {

// "gaussian:ksize=3,5,sigma=1" is two calls. A value of a text parameter keeps its commas.
std::vector<Call> parse_calls(const std::string& text);

// "640x480".
Size parse_size(const std::string& option, const std::string& text);

// The words behind the command, described by `ops`, and the options of the axes, each with a list of values.
void add_axes(CLI::App& app, const std::string& ops);
void add_schedule_axis(CLI::App& app);

// Every combination, with images of one kind behind each other. All ops where none is named.
std::vector<Work> read_works(const CLI::App& app);

// "gaussian ksize=5"; a long text is cut short.
std::string describe(const Call& call);

}  // namespace lenslet::cli
