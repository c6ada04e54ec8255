// Which file is read, and where its results go.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lenslet::cli {

struct Job {
  std::filesystem::path input;
  std::filesystem::path output;
};

// IN OUT without a folder, IN... with one. Throws where there are too few or too many files, or two inputs would be
// written to the same place.
std::vector<Job> make_jobs(const std::vector<std::string>& files, const std::filesystem::path& out_dir);

// "edges.png" and "dx" make "edges-dx.png".
std::filesystem::path with_name(const std::filesystem::path& output, const std::string& name);

// Throws unsupported where no image format has the output's suffix, before any work is done.
void check_suffix(const std::filesystem::path& output);

}  // namespace lenslet::cli
