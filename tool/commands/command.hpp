// A sub-command of the tool. Each has its own file; main.cpp has their table.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "tool/components/component.hpp"

namespace lenslet::cli {

// Adds the command's options to its part of the parser. Returns the function that runs the command and returns its exit
// status. The parser outlives that function.
using AddCommand = std::function<int()>(CLI::App& app);

struct Command {
  const char* name;
  const char* help;  // one line
  AddCommand* add;
};

std::function<int()> add_bench(CLI::App& app);
std::function<int()> add_bundle(CLI::App& app);
std::function<int()> add_cache(CLI::App& app);
std::function<int()> add_compile(CLI::App& app);
std::function<int()> add_devices(CLI::App& app);
std::function<int()> add_doctor(CLI::App& app);
std::function<int()> add_explain(CLI::App& app);
std::function<int()> add_info(CLI::App& app);
std::function<int()> add_jpeg(CLI::App& app);
std::function<int()> add_ops(CLI::App& app);
std::function<int()> add_pyramid(CLI::App& app);
std::function<int()> add_run(CLI::App& app);
std::function<int()> add_tune(CLI::App& app);
std::function<int()> add_verify(CLI::App& app);
std::function<int()> add_view(CLI::App& app);

// Commands of components that the tool can be built without.
inline constinit Component<AddCommand> listing_command{
    {"lenslet::listings", "the programs that the texts print", "LENSLET_LISTINGS"}};
inline constinit Component<AddCommand> study_command{
    {"lenslet::studies", "what the literature claims of GPU programs", "LENSLET_STUDIES"}};
inline constinit Component<AddCommand> advise_command{
    {"lenslet::studies and lenslet::toolkit", "what the literature advises", "LENSLET_STUDIES and LENSLET_TOOLKIT"}};
inline constinit Component<AddCommand> view_command{
    {"lenslet-view", "the windows", "LENSLET_GL",
     "libepoxy, GLFW, Dear ImGui and libv4l2 (libepoxy-dev libglfw3-dev libimgui-dev libv4l-dev)"}};

// The families of ops of arrays. Each has a command that lists its ops; with an op's name it is short for `lenslet
// run`.
std::vector<std::string> array_families();
std::string family_help(const std::string& family);  // one line
std::function<int()> add_array_family(CLI::App& app, const std::string& family);

}  // namespace lenslet::cli
