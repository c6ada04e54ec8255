// The files of one call of an op, or of one pyramid.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lenslet::cli {

struct Job {
  std::vector<std::string> words;  // inputs; without a `place` also the files of results after them
  std::filesystem::path place;     // for one of many jobs: where its result goes

  std::string name() const { return words.empty() ? std::string() : words.front(); }
};

struct JobOptions {
  std::filesystem::path out_dir = {};  // empty: all words are one job
  std::size_t inputs = 1;              // that each of many jobs has
  std::string format = {};             // suffix of the results; empty: the first input's
  bool arrays = false;                 // whether a folder's .npy, .csv and .txt are inputs, too
};

// With an `out_dir` a folder stands for its readable files. If a job has several inputs, files of one name in two
// folders belong together, and a single file belongs to each of a folder's. Throws if words are missing, or if two
// inputs would be written to the same place.
std::vector<Job> make_jobs(const std::vector<std::string>& words, const JobOptions& options);

// Adds a name to a file's: "edges.png" and "dx" make "edges-dx.png".
std::filesystem::path with_name(const std::filesystem::path& output, const std::string& name);

}  // namespace lenslet::cli
