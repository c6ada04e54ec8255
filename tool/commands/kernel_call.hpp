// A launch of a user's kernel in the command line's words: --arg, --result and the range.
#pragma once

#include <CLI/CLI.hpp>

#include <lenslet/kernel.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tool/commands/kernel_buffer.hpp"
#include "tool/commands/kernel_image.hpp"
#include "tool/files/result_files.hpp"

namespace lenslet::cli {

void add_call_options(CLI::App& app);

// Words of a range: "640x480".
struct RangeWords {
  std::optional<std::string> range = {}, group = {}, offset = {};
  bool round_up = false;
};

KernelRange parse_range(const RangeWords& words);

// The arguments of one launch, made from the words of --arg.
class CallValues {
 public:
  // Throws for a word that cannot be the kernel's argument, and what reading its file throws. With `keep`, restore()
  // can make the values what they were.
  CallValues(const Session& session, const KernelInfo& kernel, const std::vector<std::string>& words, FileNames& files,
             bool keep = false);

  const std::vector<KernelArgument>& arguments() const { return arguments_; }

  // The arrays and images that --result names, and their files, "y=out.npy". Throws for an unknown name.
  using Result = std::variant<const BufferArgument*, ImageArgument>;
  std::vector<std::pair<std::string, Result>> results(const std::vector<std::string>& words, FileNames& files) const;

  // Gives all that the kernel may write the values that it had before the first launch.
  void restore(const Session& session) const;

  // The places of the arguments that the kernel may write, and what is there.
  std::vector<std::size_t> written() const;
  Result result_at(std::size_t argument) const;
  bool has_result(std::size_t argument) const;  // whether an array or an image is there

  // Throws if a launch wrote outside a buffer, see BufferArgument.
  void check_guards(const Session& session) const;

 private:
  void add(const Session& session, const ArgumentInfo& argument, const std::string& word, FileNames& files);
  bool may_write(std::size_t argument) const;
  void add_buffer(const Session& session, const ArgumentInfo& argument, const std::string& word, FileNames& files);

  const KernelInfo& kernel_;
  bool keep_;
  const ImageArgument& image_of(std::size_t argument) const;
  std::vector<KernelArgument> arguments_;
  std::vector<ImageArgument> images_;
  std::vector<std::unique_ptr<const BufferArgument>> buffers_;  // one for each argument; null for other kinds
};

Array downloaded(const Session& session, const CallValues::Result& result);

}  // namespace lenslet::cli
