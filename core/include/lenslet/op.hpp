// What an op says of itself. The command line, help, documentation, tests and benchmarks are made from it.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <lenslet/pixel.hpp>

namespace lenslet {

using Value = std::variant<bool, std::int64_t, double, std::string>;

enum class ParameterKind : std::uint8_t { flag, integer, real, choice, text };

struct Parameter {
  std::string name;     // as on the command line: "ksize"
  std::string summary;  // one sentence
  ParameterKind kind = ParameterKind::real;
  Value initial;          // its alternative is the kind's: bool, int64, double, or string for choice, text and "auto"
  std::string unit = {};  // "pixels"
  double minimum = -std::numeric_limits<double>::infinity();  // inclusive
  double maximum = std::numeric_limits<double>::infinity();   // inclusive
  std::vector<std::string> choices = {};                      // the words that a choice may be
  bool automatic = false;  // of an integer: the word "auto" leaves the number to the op
  std::string pair = {};   // of an integer: the parameter of the second number where people write two, as 31x15
};

enum class ValueKind : std::uint8_t { image, array };

// Which part of an input a part of the outputs needs.
enum class Reads : std::uint8_t {
  same,    // the same part: each pixel depends on those at its own place
  window,  // the same part and a margin around it
  scaled,  // the part that it is made of, which may lie elsewhere and have another size
  whole,   // all of the input, as a sum does
};

std::string_view name_of(Reads reads);  // "same", "window", ...

// An input or output of an op.
struct Operand {
  Operand(const char* called, Reads part = Reads::window) : name(called), kind(ValueKind::image), reads(part) {}
  Operand(std::string called, ValueKind sort, Reads part = Reads::whole)
      : name(std::move(called)), kind(sort), reads(part) {}

  std::string name;
  ValueKind kind;
  Reads reads;  // of an input
};

// Returns operands that are arrays; each is read whole unless `part` says otherwise.
std::vector<Operand> array_operands(const std::vector<std::string>& names, Reads part = Reads::whole);

std::vector<std::string> names_of(std::span<const Operand> operands);

// A word that people know an op by.
struct Synonym {
  Synonym(const char* known, const char* with = "") : word(known), options(with) {}

  std::string word;     // in small letters, and digits, alone: "gaussianblur"
  std::string options;  // "degrees=270", with which the op does what the word says
};

// What no single op does, and a pipeline.
struct Recipe {
  std::vector<std::string> words;  // that people know it by, as synonyms are written
  std::string pipeline;
};

// An op as it describes itself.
struct OpInfo {
  std::string name;     // "gaussian"
  std::string summary;  // one sentence
  std::string details;  // the formula, its source, what it equals elsewhere
  std::vector<Parameter> parameters;
  std::vector<Operand> outputs;             // more than one where an op can make several
  std::vector<Operand> inputs = {"image"};  // all that it can have; input_names() lists those that a call needs
  std::vector<PixelType> types = {std::begin(pixel_types), std::end(pixel_types)};  // of images that it takes
  std::string family = {};  // of an op of arrays: "reduce", a short form of `lenslet run`; empty for ops of images
  bool columns = false;     // each input is an array with one side, and a table with a column for each stands for them
  bool plot = false;        // plot_of() has a picture of it
  std::vector<Synonym> synonyms = {};        // no two ops of one kind share one
  std::vector<std::string> nearest_to = {};  // words for what Lenslet has not, and this op is nearest to
  std::vector<Recipe> recipes = {};          // that pipelines make with it
  bool pipeline = false;                     // it is made of other ops: see pipeline.hpp
  std::string declared = {};  // of a user's filter, whose name may be its file's path, what it calls itself
  bool of_user = false;       // it is a user's filter, or a pipeline with one: code that may never end

  bool of_arrays() const { return !family.empty(); }  // else of images
};

// Returns the op's name with its family in front, but for an op that is called like its family: "reduce.mean", "sort",
// "gaussian". No two ops share a full name.
std::string full_name(const OpInfo& op);

inline constexpr std::string_view automatic_word = "auto";

// Stands for a number that is left to the op: {.k = lenslet::auto_number}.
struct AutoNumber {
  operator Value() const { return std::string(automatic_word); }
};
inline constexpr AutoNumber auto_number;

// A member of a struct of <lenslet/ops.hpp> that is a number or left to the op: {.k = 16}.
class IntegerOrAuto {
 public:
  IntegerOrAuto(AutoNumber word) : value_(word) {}
  IntegerOrAuto(int number) : value_(std::int64_t{number}) {}
  operator Value() const { return value_; }

 private:
  Value value_;
};

// A request: an op and the arguments that differ from their defaults. The structs of <lenslet/ops.hpp> convert to it.
struct Call {
  std::string op;  // its full name, or its own where no other op has that as its full name
  std::map<std::string, Value> arguments = {};
};

// All ops: those of images in alphabetical order, then those of arrays, by family. (lenslet::ops is the namespace of
// <lenslet/ops.hpp>.)
std::span<const OpInfo> all_ops();
std::span<const OpInfo> ops_of_images();
std::span<const OpInfo> ops_of_arrays();

// Finds an op by its full name, or by its own where no other op has that as its full name. Throws invalid_argument with
// the nearest op for an unknown one. What is returned is a copy: a user's filter may be another one the next time,
// where its text has changed.
OpInfo find_op(std::string_view name);

// What a word that is no op's name may mean.
struct Meaning {
  const OpInfo* op;
  std::string options;  // as those of Synonym
  bool same;            // else the op is the nearest that there is
};

// Returns the ops that people call so, or else those that are nearest to what they call so; none for other words.
std::vector<Meaning> meanings_of(std::string_view word);

// Returns the ops in whose names, synonyms or summaries a word begins so: those by name and synonym first.
std::vector<const OpInfo*> ops_about(std::string_view word);

// Returns what follows "unknown op 'blur'": the op that is meant, of one of these names by spelling. With a command it
// is told as a command: ": here it is 'lenslet run mean'".
std::string hint_of_op(std::string_view word, std::span<const std::string> names, const std::string& command = {});

// Returns the name among `known` that a person most likely meant, or an empty text where none is near.
std::string nearest_name(std::string_view wrong, std::span<const std::string> known);

}  // namespace lenslet
