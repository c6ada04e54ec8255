// What to measure, in a person's words: ops with lists of arguments, and lists of formats, sizes, borders and
// schedules.
#pragma once

#include <lenslet/work.hpp>

#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

#include "tool/options/option.hpp"

namespace lenslet::cli {

// The name of the op in a text like "gaussian:ksize=3,5,sigma=1", which is two calls. A value of a text parameter keeps
// its commas.
std::string op_of(const std::string& text);
std::vector<Call> parse_calls(const OpInfo& op, const std::string& text);

// Throws invalid_argument if lists of these lengths have too many combinations. It is called before these are made.
void check_combinations(std::initializer_list<std::size_t> lengths);

// Adds the words after the command, which `ops` describes, and the options of the axes. Each takes a list of values.
void add_axes(CLI::App& app, const std::string& ops);
void add_schedule_axis(CLI::App& app);

// Reads every combination. Works with inputs of one kind follow each other. If no op is named all are meant; if only
// ops of images, or of arrays, have the given options, only those.
std::vector<Work> read_works(const CLI::App& app);

// The same for these words in place of those after the command. Without words the works are only the pipeline's.
std::vector<Work> read_works(const CLI::App& app, const std::vector<std::string>& words);

// The works of first calls: of the named ops, or of all, on the types and sizes that photographs and measurements
// usually have, where no option says another. Their axes are fewer than those of add_axes().
void add_first_axes(CLI::App& app);
std::vector<Work> read_first_works(const CLI::App& app);

// These are the same options for one op, with one value each.
void add_work_options(CLI::App& app, const OpInfo& op);
Work read_work(const CLI::App& app, const Call& call);

}  // namespace lenslet::cli
