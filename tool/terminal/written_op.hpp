// A pipeline is known to the library by a text of its own making, without values and comments. What people are told
// names it as they wrote it.
#pragma once

#include <string>
#include <string_view>

namespace lenslet::cli {

struct WrittenOp {
  std::string name;    // that the library has for it
  std::string word;    // by which a command line has it: "\"gaussian sigma=2 | gradient\"", "--pipeline edges.pipeline"
  std::string source;  // the text that was read; empty for an op that is no pipeline
};

// Sets the op that stands on the command line, before there are other threads.
void set_written_op(WrittenOp op);

// The op's name as a command line has it: what was written for it, else what messages call it.
std::string op_word(const std::string& name);

// Puts what was written where a text has the pipeline's name.
std::string as_written(std::string_view text);

// Does the same for an error's detail: the pipeline and, under it, a mark at one of its ops.
std::string detail_as_written(const std::string& detail);

}  // namespace lenslet::cli
