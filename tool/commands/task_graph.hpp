// The tasks of an op or a pipeline as a picture: text for Graphviz, or SVG.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <lenslet/explain.hpp>

namespace lenslet::cli {

// Throws invalid_argument for a name that ends neither in .dot nor in .svg.
void check_graph_file(const std::filesystem::path& file);

// Tasks stand below those that they follow. Tasks that share launches have one colour.
std::string graph_text(const std::vector<Task>& tasks, const std::string& title, const std::filesystem::path& file);

}  // namespace lenslet::cli
