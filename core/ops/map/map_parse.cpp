// Parses expressions by recursive descent of bounded depth, so that no text exhausts the stack. The grammar:
//
//   comparison  sum [(< <= > >= == !=) sum]
//   sum         product {(+ -) product}
//   product     signed {(* /) signed}
//   signed      - signed | number | name | function(comparison, ...) | (comparison)
#include <algorithm>

#include <fmt/ranges.h>

#include <lenslet/error.hpp>
#include <lenslet/op.hpp>

#include "ops/map/map_expression.hpp"
#include "ops/map/map_tokens.hpp"

namespace lenslet::ops::elementwise {
namespace {

std::vector<std::string> function_names() {
  std::vector<std::string> names;
  for (const Rule& rule : rules())
    if (rule.symbol.empty()) names.emplace_back(rule.name);
  return names;
}

std::string operands_text() {
  return fmt::format("a number, an input (x, y, z, w), a parameter (a, b, c, d), '-', '(' or a function ({})",
                     fmt::join(function_names(), ", "));
}

class Parser {
 public:
  explicit Parser(std::string_view text) : tokens_(text) {}

  Expression whole() {
    comparison();
    if (tokens_.current().kind != Token::Kind::end)
      throw_at(tokens_.current(), "",
               "an operator (+ - * / < <= > >= == !=) or the end; comparisons need parentheses between them");
    return {std::move(nodes_), 0};
  }

 private:
  // Each function returns the place of its node.
  std::size_t comparison() {
    const Deeper deeper(*this);
    const std::size_t left = sum();
    const Rule* rule = operator_here(Operation::less, Operation::not_equal);
    return rule ? binary(*rule, left, &Parser::sum) : left;
  }

  std::size_t sum() {
    std::size_t left = product();
    while (const Rule* rule = operator_here(Operation::add, Operation::subtract))
      left = binary(*rule, left, &Parser::product);
    return left;
  }

  std::size_t product() {
    std::size_t left = with_sign();
    while (const Rule* rule = operator_here(Operation::multiply, Operation::divide))
      left = binary(*rule, left, &Parser::with_sign);
    return left;
  }

  // A number includes its sign, so that the least integer can be written.
  std::size_t with_sign() {
    const Deeper deeper(*this);
    const Token sign = tokens_.current();
    if (!tokens_.take("-")) return operand_without_power();
    const bool literal = tokens_.current().kind == Token::Kind::number;
    const std::size_t inner = with_sign();
    if (!literal) return put(Operation::negate, sign, {inner});
    nodes_[inner].number = -nodes_[inner].number;
    return inner;
  }

  // Refuses the operators for powers of other languages.
  std::size_t operand_without_power() {
    const std::size_t place = operand();
    if (tokens_.at("**") || tokens_.at("^")) throw_at(tokens_.current(), " is no operator", "pow(x, 2) for a power");
    return place;
  }

  std::size_t operand() {
    const Token token = tokens_.current();
    if (tokens_.take("(")) {
      const std::size_t inner = comparison();
      expect(")");
      return inner;
    }
    if (token.kind != Token::Kind::number && token.kind != Token::Kind::name) throw_at(token, "", operands_text());
    tokens_.advance();
    if (token.kind == Token::Kind::number) return put({.number = token.number, .position = token.position}, 1);
    return tokens_.at("(") ? call(token) : variable(token);
  }

  std::size_t variable(const Token& token) {
    const auto leaf = [&](Operation operation, std::size_t index) {
      return put({.operation = operation, .index = index, .position = token.position}, 1);
    };
    const std::size_t input = input_names.find(token.text), parameter = parameter_names.find(token.text);
    if (token.text.size() == 1 && input != std::string_view::npos) return leaf(Operation::input, input);
    if (token.text.size() == 1 && parameter != std::string_view::npos) return leaf(Operation::parameter, parameter);
    throw_at(token, "", operands_text());
  }

  std::size_t call(const Token& name) {
    const auto found =
        std::ranges::find_if(rules(), [&](const Rule& rule) { return rule.symbol.empty() && rule.name == name.text; });
    if (found == rules().end()) throw_unknown_function(name);
    std::vector<std::size_t> operands;
    tokens_.advance();
    do operands.push_back(comparison());
    while (tokens_.take(","));
    expect(")");
    if (operands.size() != found->operands)
      throw_at(name, fmt::format(" has {} operands", operands.size()), fmt::format("{}", found->operands));
    return put(found->operation, name, operands);
  }

  [[noreturn]] static void throw_unknown_function(const Token& name) {
    const std::vector<std::string> known = function_names();
    const std::string near = nearest_name(name.text, known);
    throw_at(name, near.empty() ? " is no function" : fmt::format(" is no function (did you mean '{}'?)", near),
             fmt::format("{}", fmt::join(known, ", ")));
  }

  std::size_t binary(const Rule& rule, std::size_t left, std::size_t (Parser::*right)()) {
    const Token token = tokens_.current();
    tokens_.advance();
    const std::size_t other = (this->*right)();
    return put(rule.operation, token, {left, other});
  }

  const Rule* operator_here(Operation first, Operation last) const {
    for (const Rule& rule : rules())
      if (rule.operation >= first && rule.operation <= last && tokens_.at(rule.symbol)) return &rule;
    return nullptr;
  }

  void expect(std::string_view symbol) {
    if (!tokens_.take(symbol)) throw_at(tokens_.current(), "", fmt::format("an operator, ',' or '{}'", symbol));
  }

  std::size_t put(Operation operation, const Token& token, const std::vector<std::size_t>& operands) {
    Node node{.operation = operation, .position = token.position};
    std::size_t height = 0;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      node.operands[i] = operands[i];
      height = std::max(height, heights_[operands[i]]);
    }
    if (height >= highest_tree) throw_too_deep();
    return put(node, height + 1);
  }

  std::size_t put(const Node& node, std::size_t height) {
    nodes_.push_back(node);
    heights_.push_back(height);
    return nodes_.size() - 1;
  }

  [[noreturn]] void throw_too_deep() const {
    throw_at(tokens_.current(), fmt::format(" is nested deeper than {} operations", highest_tree),
             fmt::format("up to {}; parentheses make long chains flatter", highest_tree));
  }

  struct Deeper {
    explicit Deeper(Parser& parser) : depth(parser.depth_) {
      if (++depth > 2 * highest_tree) parser.throw_too_deep();
    }
    ~Deeper() { --depth; }
    std::size_t& depth;
  };

  Tokens tokens_;
  std::vector<Node> nodes_;
  std::vector<std::size_t> heights_;
  std::size_t depth_ = 0;
};

// Counts the inputs up to the last one that is used. All of them must be used.
std::size_t count_inputs(const Expression& expression) {
  std::array<bool, max_inputs> used = {};
  for (const Node& node : expression.nodes)
    if (node.operation == Operation::input) used[node.index] = true;
  const auto first_unused = static_cast<std::size_t>(std::ranges::find(used, false) - used.begin());
  const auto after = used.begin() + static_cast<std::ptrdiff_t>(first_unused);
  if (first_unused > 0 && std::find(after, used.end(), true) == used.end()) return first_unused;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("expression: it does not use {}, allowed: x alone, x and y, x, y and z, or all four",
                          input_names.substr(first_unused, 1)));
}

}  // namespace

Expression parse(std::string_view text) {
  if (text.find_first_not_of(" \t") == std::string_view::npos)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("expression: it is empty, allowed: one line such as 'a*x+y', of {}", operands_text()));
  if (text.size() > max_text_length)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("expression: it has {} characters, allowed: up to {}", text.size(), max_text_length));
  Expression expression = Parser(text).whole();
  expression.inputs = count_inputs(expression);
  return expression;
}

}  // namespace lenslet::ops::elementwise
