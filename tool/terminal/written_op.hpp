// The library knows a pipeline by a text of its own making, without values and comments. Messages name it as people
// wrote it.
#pragma once

#include <string>
#include <string_view>

namespace lenslet::cli {

struct WrittenOp {
  std::string name;    // the library's name for it
  std::string word;    // the command line's: "\"gaussian sigma=2 | gradient\"", "--pipeline edges.pipeline"
  std::string source;  // the text that was read; empty for an op that is no pipeline
};

// Sets the op on the command line. Must be called before there are other threads.
void set_written_op(WrittenOp op);

// The op's name on a command line: as it was written, or else as messages name it.
std::string op_word(const std::string& name);

// Tells whether the pipeline's text gives an argument of this name. The library's text lacks those that are as usual.
bool is_written(const std::string& argument);

// Replaces the pipeline's name in a text by what was written.
std::string as_written(std::string_view text);

// The same for an error's detail: the pipeline and, below it, a mark at one of its ops.
std::string detail_as_written(const std::string& detail);

}  // namespace lenslet::cli
