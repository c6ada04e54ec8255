// A launch of a user's kernel in the command line's words: --arg, --result and the range.
#pragma once

#include <CLI/CLI.hpp>

#include <lenslet/kernel.hpp>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tool/commands/kernel_buffer.hpp"
#include "tool/commands/kernel_image.hpp"
#include "tool/files/result_files.hpp"

namespace lenslet::cli {

void add_call_options(CLI::App& app);

// Reads --range, --group, --offset and --round-up.
KernelRange read_range(const CLI::App& app);

// The arguments of one launch, made from the words of --arg.
class CallValues {
 public:
  // Throws for a word that cannot be the kernel's argument, and what reading its file throws.
  CallValues(const Session& session, const KernelInfo& kernel, const std::vector<std::string>& words, FileNames& files);

  const std::vector<KernelArgument>& arguments() const { return arguments_; }

  // The arrays and images that --result names, and their files, "y=out.npy". Throws for an unknown name.
  using Result = std::variant<const BufferArgument*, ImageArgument>;
  std::vector<std::pair<std::string, Result>> results(const std::vector<std::string>& words, FileNames& files) const;

  // Throws if a launch wrote outside a buffer, see BufferArgument.
  void check_guards(const Session& session) const;

 private:
  void add(const Session& session, const ArgumentInfo& argument, const std::string& word, FileNames& files);
  void add_buffer(const Session& session, const ArgumentInfo& argument, const std::string& word, FileNames& files);

  const KernelInfo& kernel_;
  const ImageArgument& image_of(std::size_t argument) const;
  std::vector<KernelArgument> arguments_;
  std::vector<ImageArgument> images_;
  std::vector<std::unique_ptr<const BufferArgument>> buffers_;  // one for each argument; null for other kinds
};

}  // namespace lenslet::cli
