// What an op says of itself. The command line, help, documentation, tests and benchmarks are made from this.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lenslet/argument.hpp>
#include <lenslet/pixel.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

enum class ParameterKind : std::uint8_t { flag, integer, real, choice, text, numbers, matrix, size, curve };

struct Parameter {
  std::string name;     // as on the command line: "ksize"
  std::string summary;  // one sentence
  ParameterKind kind = ParameterKind::real;
  // Its alternative follows from the kind: bool, int64, double, string for choice and text, Numbers, Matrix, Size or
  // Curve. An integer that is left to the op is "auto".
  Value initial;
  std::string unit = {};  // "pixels"
  // Limits, inclusive: of the number, of each number of a list or matrix, of a size's sides. A size whose minimum is 0
  // may leave one side out.
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  std::vector<std::string> choices = {};  // of a choice: the allowed words
  // The value may be left to the op: an integer is then "auto", and a list, matrix, size or curve is empty.
  bool automatic = false;
  std::string pair = {};  // of an integer: the parameter of the second number, where people write two as 31x15
  bool internal = false;  // only the library sets it: no list of the op's parameters has it
};

enum class ValueKind : std::uint8_t { image, array };

// Which part of an input is needed to compute a part of the outputs.
enum class Reads : std::uint8_t {
  same,    // the same part: each pixel depends only on pixels at its own place
  window,  // the same part and a margin round it
  scaled,  // another part, which may lie elsewhere and have another size
  whole,   // the whole input, as a sum needs it
};

std::string_view name_of(Reads reads);  // "same", "window", ...

// The types of samples that most ops take: filter_types of images, all of arrays.
std::vector<SampleType> usual_types(ValueKind kind);
std::vector<SampleType> types_to_32_bits();  // all but u64, i64 and f64

// An input or output of an op.
struct Operand {
  Operand(const char* called, Reads part = Reads::window, std::vector<SampleType> taken = usual_types(ValueKind::image))
      : name(called), kind(ValueKind::image), reads(part), types(std::move(taken)) {}
  Operand(std::string called, ValueKind sort, Reads part = Reads::whole)
      : name(std::move(called)), kind(sort), reads(part), types(usual_types(sort)) {}

  std::string name;
  ValueKind kind;
  Reads reads;                             // for inputs only
  std::vector<SampleType> types;           // for inputs only: calls with others are refused
  std::optional<PixelFormat> format = {};  // for images of inputs: the only one that is taken
  std::vector<std::string> columns = {};   // for tables of outputs: what their columns are called

  // For arrays of outputs that are counted: the integer parameter that says for how many rows there is room. Where it
  // is "auto", the op estimates it, and a session runs again with more room where that was too little.
  std::string room = {};
};

// Returns an image of the only format that is taken, as that of a table of places.
Operand image_operand(const char* called, Reads part, PixelFormat format);

// Returns a table of counted length.
Operand counted_operand(const char* called, std::vector<std::string> columns, const char* room);

// Returns operands that are arrays; each is read whole unless `part` says otherwise.
std::vector<Operand> array_operands(const std::vector<std::string>& names, Reads part = Reads::whole);

std::vector<std::string> names_of(std::span<const Operand> operands);

// A word that people know an op by.
struct Synonym {
  Synonym(const char* known, const char* with = "") : word(known), options(with) {}

  std::string word;     // only small letters and digits: "gaussianblur"
  std::string options;  // options with which the op does what the word says: "degrees=270"
};

// A pipeline for what no single op does.
struct Recipe {
  std::vector<std::string> words;  // what people call it, spelled as Synonym::word
  std::string pipeline;
};

// An op's description of itself.
struct OpInfo {
  std::string name;     // "gaussian"
  std::string summary;  // one sentence
  std::string details;  // the formula, its source, and what other libraries call it
  std::vector<Parameter> parameters;
  std::vector<Operand> outputs;             // several where an op can make several
  std::vector<Operand> inputs = {"image"};  // all inputs that it can have; input_names() lists those that a call needs
  // For ops of arrays: "reduce", which is also a short form of `lenslet run`. Empty for ops of images.
  std::string family = {};
  // Each input is an array with one side; a table with a column for each input can stand for them.
  bool columns = false;
  bool plot = false;                         // plot_of() has a picture of it
  std::vector<Synonym> synonyms = {};        // no two ops of images share one, nor two of arrays
  std::vector<std::string> nearest_to = {};  // words for ops that Lenslet does not have and that this op is nearest to
  std::vector<Recipe> recipes = {};          // pipelines that use the op
  bool pipeline = false;                     // the op is made of other ops: see pipeline.hpp
  std::string declared = {};                 // the name in the head of a user's filter; `name` may be the file's path
  bool of_user = false;                      // the op is a user's filter, or a pipeline with one, which may never end

  bool of_arrays() const { return !family.empty(); }  // else of images
};

// Returns the op's name with its family in front: "reduce.mean". Without the family where the op is called like its
// family ("sort") or has none ("gaussian"). No two ops share a full name.
std::string full_name(const OpInfo& op);

// A request: an op, and the arguments that differ from their defaults. The structs of <lenslet/ops.hpp> convert to it.
struct Call {
  std::string op;  // the op's full name; its name without the family will do where that is no other op's full name
  std::map<std::string, Value> arguments = {};
};

// All ops: first those of images in alphabetical order, then those of arrays by family. The name lenslet::ops belongs
// to the namespace of <lenslet/ops.hpp>.
std::span<const OpInfo> all_ops();
std::span<const OpInfo> ops_of_images();
std::span<const OpInfo> ops_of_arrays();

// Finds an op by its full name, or by its name without the family where that is no other op's full name. Returns a
// copy, because a user's filter is another op once its text has changed. Throws invalid_argument, with the nearest
// name, for an unknown op.
OpInfo find_op(std::string_view name);

// What a word that is no op's name may mean.
struct Meaning {
  const OpInfo* op;
  std::string options;  // as Synonym::options
  bool same;            // the op does what the word says; else it only comes nearest
};

// Returns the ops that have the word as a synonym, else those that come nearest. Empty for unknown words.
std::vector<Meaning> meanings_of(std::string_view word);

// Returns the ops whose name, summary, synonyms or OpInfo::nearest_to have a word that begins with `word`. Ops that
// match only by their summary come last.
std::vector<const OpInfo*> ops_about(std::string_view word);

// Returns the second half of a message that begins with "unknown op 'blur'": it names the op that was meant, or else
// the nearest spelling among `names`. With a command, the op is named as in a command: ": here it is 'lenslet run
// mean'".
std::string hint_of_op(std::string_view word, std::span<const std::string> names, const std::string& command = {});

// Returns the name of `known` that a person most likely meant. Empty where none is near.
std::string nearest_name(std::string_view wrong, std::span<const std::string> known);

}  // namespace lenslet
#pragma GCC visibility pop
