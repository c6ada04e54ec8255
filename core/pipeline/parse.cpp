// The language of pipelines. A statement is one of
//
//   in NAME, ...                      names the inputs; without it they are those of the first op
//   NAME, ... = NODE | NODE ...       names what the last node makes
//   NODE | NODE ...
//   out NAME, ...                     names the outputs; without it they are what the last statement makes
//
// A node is an op, the names of the other values that it takes, and arguments NAME=VALUE. The name '_' stands for the
// value that is piped in.
#include <algorithm>
#include <map>
#include <string>

#include <fmt/format.h>

#include <lenslet/argument_text.hpp>
#include <lenslet/error.hpp>
#include <lenslet/work.hpp>

#include "names.hpp"
#include "op/op.hpp"
#include "pipeline/definition.hpp"
#include "pipeline/token.hpp"
#include "system/printable.hpp"

namespace lenslet::pipeline {
namespace {

Value argument_of(const OpInfo& op, const Parameter& parameter, const std::string& word) {
  try {
    return parse_argument(parameter, word);
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("{}: {}", system::shown_name(op.name), error.what()));
  }
}

// Sets an argument of the node's op, or the node's border, type or alpha. Throws invalid_argument for an unknown name
// and for a wrong or second value of an argument.
void put_word(Node& node, const OpInfo& op, const std::string& name, const std::string& value) {
  const auto found = std::ranges::find(op.parameters, name, &Parameter::name);
  if (found != op.parameters.end()) {
    if (!node.arguments.emplace(name, argument_of(op, *found, value)).second)
      throw Error(ErrorKind::invalid_argument, fmt::format("{} has two values", name));
  } else if (name == "border") {
    node.border = parse_border(value);
  } else if (name == "ddepth") {
    node.depth = parse_sample_type(value);
  } else if (name == "alpha") {
    node.alpha = parse_alpha(value);
  } else {
    std::vector<std::string> known{"border", "ddepth", "alpha"};
    for (const Parameter& parameter : op.parameters) known.push_back(parameter.name);
    throw_unknown(fmt::format("{}: unknown parameter", system::shown_name(op.name)), name, known);
  }
}

using Kind = Token::Kind;

constexpr std::string_view piped_word = "_";

class Parser {
 public:
  explicit Parser(const std::string& text) : text_(text), tokens_(tokens_of(text)) {}

  Definition parse() {
    while (now().kind != Kind::end) {
      if (!skip(Kind::end_of_statement)) statement();
    }
    if (result_.nodes.empty()) refuse("a pipeline without an op");
    if (!out_) result_.outputs = made_;
    check_used();
    return std::move(result_);
  }

 private:
  const Token& now() const { return tokens_[next_]; }
  bool is(Kind kind, std::size_t ahead = 0) const {
    return next_ + ahead < tokens_.size() && tokens_[next_ + ahead].kind == kind;
  }
  bool skip(Kind kind) {
    if (!is(kind)) return false;
    ++next_;
    return true;
  }
  [[noreturn]] void refuse(const std::string& problem) const { refuse_at(text_, now().place, problem); }
  std::string shown() const {
    if (is(Kind::word)) return fmt::format("'{}'", system::excerpt(now().text));
    if (is(Kind::end_of_statement) || is(Kind::end)) return "the end";
    return is(Kind::pipe) ? "'|'" : is(Kind::equals) ? "'='" : "','";
  }

  void statement() {
    if (out_) refuse("a statement after 'out', which is the last one");
    if (is(Kind::word) && now().text == "in" && !is(Kind::equals, 1)) return inputs();
    if (is(Kind::word) && now().text == "out" && !is(Kind::equals, 1)) return outputs();
    std::vector<Token> names;
    if (is(Kind::equals, 1) || is(Kind::comma, 1)) names = new_names(true);
    if (!names.empty() && !skip(Kind::equals)) refuse("'=' is missing before the op");
    made_ = chain();
    if (!names.empty()) name(names);
    if (!skip(Kind::end_of_statement))
      refuse(fmt::format("'|' or the end of a statement is missing before {}", shown()));
  }

  void inputs() {
    if (!result_.nodes.empty() || result_.inputs > 0) refuse("'in' stands before all else");
    ++next_;
    for (const Token& token : new_names(false)) add_value(token.text, token);
    result_.inputs = result_.values.size();
    if (!skip(Kind::end_of_statement))
      refuse(fmt::format("',' or the end of the statement is missing before {}", shown()));
  }

  void outputs() {
    ++next_;
    out_ = true;
    do {
      if (!is(Kind::word)) refuse("the name of an output is missing");
      const ValueId id = named(now());
      if (id < result_.inputs) refuse(fmt::format("the input {} as an output", shown()));
      if (std::ranges::count(result_.outputs, id) > 0) refuse(fmt::format("{} is an output twice", shown()));
      result_.outputs.push_back(id);
      ++next_;
    } while (skip(Kind::comma));
    if (!skip(Kind::end_of_statement))
      refuse(fmt::format("',' or the end of the statement is missing before {}", shown()));
  }

  // Reads names for new values. Among an op's results '_' stands for one that is not used.
  std::vector<Token> new_names(bool of_results) {
    std::vector<Token> names;
    do {
      const std::string& word = now().text;
      if (of_results && word == piped_word) {
        names.push_back(now()), ++next_;
        continue;
      }
      if (!is(Kind::word) || !is_name(word)) refuse(fmt::format("{} is no name: letters, digits and '_'", shown()));
      const auto same = [&](const Token& other) { return other.text == word; };
      if (std::ranges::count(result_.values, word) > 0 || std::ranges::any_of(names, same))
        refuse(fmt::format("'{}' is the name of another value", word));
      names.push_back(now());
      ++next_;
    } while (skip(Kind::comma));
    return names;
  }

  ValueId add_value(const std::string& name, const Token& at) {
    result_.values.push_back(name);
    used_.push_back(false);
    places_.push_back(at.place);
    return result_.values.size() - 1;
  }

  // How many images an op such as split makes depends on the channels of its input, which the names tell.
  void make_as_many_as(std::size_t names) {
    Node& node = result_.nodes.back();
    if (made_.size() == names || outputs_of(node, names).size() != names) return;
    for (; made_.size() < names; made_ = node.outputs) node.outputs.push_back(add_value({}, tokens_[next_]));
    for (; made_.size() > names; made_ = node.outputs) remove_last(node);
  }

  void remove_last(Node& node) {
    node.outputs.pop_back();
    result_.values.pop_back();
    used_.pop_back();
    places_.pop_back();
  }

  void name(const std::vector<Token>& names) {
    make_as_many_as(names.size());
    if (names.size() != made_.size())
      refuse_at(text_, names.front().place,
                fmt::format("{} names for {} values of {}", names.size(), made_.size(), result_.nodes.back().op));
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i].text != piped_word) result_.values[made_[i]] = names[i].text;
  }

  ValueId named(const Token& token) {
    const auto found = std::ranges::find(result_.values, token.text);
    if (found == result_.values.end() || token.text.empty()) unknown(token);
    const auto id = static_cast<ValueId>(found - result_.values.begin());
    used_[id] = true;
    return id;
  }

  [[noreturn]] void unknown(const Token& token) const {
    for (std::size_t i = next_ + 1; i + 1 < tokens_.size(); ++i)
      if (tokens_[i].kind == Kind::word && tokens_[i].text == token.text &&
          (tokens_[i + 1].kind == Kind::equals || tokens_[i + 1].kind == Kind::comma) && starts_statement(i))
        refuse_at(text_, token.place,
                  fmt::format("'{}' is used before it is made: statements stand in the order of the work, and there "
                              "are no cycles",
                              token.text));
    std::vector<std::string> known;
    std::ranges::copy_if(result_.values, std::back_inserter(known), [](const auto& name) { return !name.empty(); });
    const std::string near = nearest_name(token.text, known);
    refuse_at(text_, token.place,
              fmt::format("no value is called '{}'{}", system::excerpt(token.text),
                          near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
  }

  bool starts_statement(std::size_t token) const {
    while (token > 0 && (tokens_[token].kind == Kind::word || tokens_[token].kind == Kind::comma)) --token;
    return tokens_[token].kind == Kind::end_of_statement;
  }

  std::vector<ValueId> chain() {
    std::vector<ValueId> piped;
    bool first = true;
    do {
      piped = node(piped, first);
      first = false;
    } while (skip(Kind::pipe));
    return piped;
  }

  // Reads one node. Returns the values that it makes.
  std::vector<ValueId> node(const std::vector<ValueId>& piped, bool first) {
    if (!is(Kind::word)) refuse("an op is missing");
    const Token at = now();
    const op::OpPtr known = op_at(at);
    const OpInfo& op = known->info;
    ++next_;
    Node node{.op = full_name(op), .known = known};
    read_words(op, node, piped);
    check_arguments(op, node, at);
    const std::vector<std::string> wanted = inputs_of(node);
    if (first && node.inputs.empty()) node.inputs = own_inputs(wanted, at);
    for (const ValueId id : piped) used_[id] = true;
    if (node.inputs.size() != wanted.size())
      refuse_at(text_, at.place,
                fmt::format("{} takes {} inputs ({}), here are {}{}", system::shown_name(op.name), wanted.size(),
                            joined(wanted), node.inputs.size(), hint_of_flag(node)));
    for (std::size_t i = 0; i < outputs_of(node).size(); ++i) node.outputs.push_back(add_value({}, at));
    result_.nodes.push_back(std::move(node));
    return result_.nodes.back().outputs;
  }

  // A name means the same op in all of the text, even if the op's file changes meanwhile.
  op::OpPtr op_at(const Token& token) {
    op::OpPtr& op = looked_up_[token.text];
    if (!op) op = known_op(token);
    if (op->info.of_arrays()) refuse_at(text_, token.place, fmt::format("{} is an op of arrays", op->info.name));
    return op;
  }

  op::OpPtr known_op(const Token& token) const {
    try {
      return op::find(token.text);
    } catch (const Error& error) {
      refuse_at(text_, token.place, error.what(), error.kind());
    }
  }

  // Reads operands and arguments up to the end of the node.
  void read_words(const OpInfo& op, Node& node, const std::vector<ValueId>& piped) {
    bool placed = false;
    for (; is(Kind::word); ++next_) {
      const Token token = now();
      if (is(Kind::equals, 1)) {
        next_ += 2;
        if (!is(Kind::word)) refuse(fmt::format("the value of {} is missing", system::excerpt(token.text)));
        put(op, node, token, now());
      } else if (is_flag(op, token)) {
        node.arguments[token.text] = true;
      } else if (token.text == piped_word && !piped.empty()) {
        placed = true;
        node.inputs.insert(node.inputs.end(), piped.begin(), piped.end());
      } else {
        check_value(op, token);
        node.inputs.push_back(named(token));
      }
    }
    if (!placed) node.inputs.insert(node.inputs.begin(), piped.begin(), piped.end());
  }

  // A parameter whose '=' was forgotten.
  void check_value(const OpInfo& op, const Token& token) const {
    if (std::ranges::count(result_.values, token.text) > 0 || !is(Kind::word, 1) ||
        std::ranges::count(op.parameters, token.text, &Parameter::name) == 0)
      return;
    refuse_at(text_, token.place,
              fmt::format("no value is called '{0}'; did you mean '{0}={1}'?", system::excerpt(token.text),
                          system::excerpt(tokens_[next_ + 1].text)));
  }

  static bool is_flag(const OpInfo& op, const Token& token) {
    return std::ranges::any_of(op.parameters, [&](const Parameter& parameter) {
      return parameter.kind == ParameterKind::flag && parameter.name == token.text;
    });
  }

  void put(const OpInfo& op, Node& node, const Token& name, const Token& value) const {
    try {
      put_word(node, op, name.text, value.text);
    } catch (const Error& error) {
      refuse_at(text_, name.place, error.what());
    }
  }

  void check_arguments(const OpInfo& op, const Node& node, const Token& at) const {
    try {
      const op::Arguments checked(op, node.arguments);
    } catch (const Error& error) {
      refuse_at(text_, at.place, error.what());
    }
  }

  // The first node of a chain takes the pipeline's inputs. Where no statement names them, they have the op's names.
  std::vector<ValueId> own_inputs(const std::vector<std::string>& wanted, const Token& at) {
    if (result_.inputs == 0 && result_.nodes.empty()) {
      for (const std::string& name : wanted) add_value(name, at);
      result_.inputs = wanted.size();
    }
    if (wanted.size() != result_.inputs)
      refuse_at(text_, at.place,
                fmt::format("{} takes {} inputs, the pipeline has {}: name those that it takes", at.text, wanted.size(),
                            result_.inputs));
    std::vector<ValueId> inputs;
    for (ValueId id = 0; id < result_.inputs; ++id) inputs.push_back(id), used_[id] = true;
    return inputs;
  }

  // Refuses a named value that nothing uses, and a node whose results nothing uses.
  void check_used() const {
    const auto is_used = [&](ValueId id) { return used_[id] || std::ranges::count(result_.outputs, id) > 0; };
    for (ValueId id = 0; id < result_.values.size(); ++id)
      if (!is_used(id) && !result_.values[id].empty())
        refuse_at(text_, places_[id],
                  fmt::format("nothing uses the {} '{}'", id < result_.inputs ? "input" : "value", result_.values[id]));
    for (const Node& node : result_.nodes)
      if (std::ranges::none_of(node.outputs, is_used))
        refuse_at(text_, places_[node.outputs.front()], fmt::format("nothing uses what {} makes", node.op));
  }

  const std::string& text_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  bool out_ = false;
  Definition result_;
  std::vector<bool> used_;
  std::vector<std::size_t> places_;             // where each value is made
  std::vector<ValueId> made_;                   // values that the last statement makes
  std::map<std::string, op::OpPtr> looked_up_;  // ops by their names in the text
};

}  // namespace

Definition parse(const std::string& text) {
  return Parser(text).parse();
}

}  // namespace lenslet::pipeline
