// Goes through the instructions once. Numbers are those of the specification of SPIR-V, section 3.
#include "toolkit/kernel/spirv_module.hpp"

#include <cstring>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::kernel {
namespace {

constexpr std::size_t header_words = 5, bound_word = 3;
constexpr std::uint32_t op_source = 3, op_name = 5, op_string = 7, op_entry_point = 15, op_first_type = 19,
                        op_last_type = 38, op_function = 54, op_parameter = 55, op_function_end = 56, op_decorate = 71,
                        op_group_decorate = 74;
constexpr std::uint32_t model_kernel = 6;
constexpr std::uint32_t mark_restrict = 19, mark_volatile = 21, mark_attribute = 38;
constexpr std::uint32_t zero_extended = 0, sign_extended = 1, by_value = 2, no_alias = 4, not_written = 6;

using Words = std::span<const std::uint32_t>;

std::vector<std::uint32_t> words_of(std::span<const unsigned char> bytes) {
  std::vector<std::uint32_t> words(bytes.size() / 4);
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), 4 * words.size());
  return words;
}

class Reader {
 public:
  explicit Reader(std::vector<std::uint32_t> words) : words_(std::move(words)) {}

  SpirvModule read() {
    if (words_.size() < header_words) refuse("it has no header");
    for (at_ = header_words; at_ < words_.size();) {
      const std::uint32_t length = words_[at_] >> 16;
      if (length == 0 || length > words_.size() - at_) refuse("an instruction is longer than the rest");
      take(words_[at_] & 0xffff, Words(words_).subspan(at_ + 1, length - 1));
      at_ += length;
    }
    if (function_) refuse("its last function does not end");
    check_kernels();
    return std::move(module_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(ErrorKind::build,
                fmt::format("the SPIR-V is damaged at word {} of {}: {}; allowed: a module as a compiler wrote it", at_,
                            words_.size(), what));
  }

  // An operand that is the number of something in the module.
  SpirvId id(Words operands, std::size_t place) const {
    if (place >= operands.size()) refuse("an instruction lacks an operand");
    const SpirvId given = operands[place];
    if (given == 0 || given >= words_[bound_word]) refuse(fmt::format("id {} of {}", given, words_[bound_word]));
    return given;
  }

  // Texts end with a zero, and fill whole words.
  std::string text(Words operands, std::size_t place) const {
    if (place >= operands.size()) refuse("an instruction lacks its text");
    const auto* begin = reinterpret_cast<const char*>(operands.data() + place);
    const std::size_t most = 4 * (operands.size() - place);
    const std::size_t length = std::string_view(begin, most).find('\0');
    if (length == std::string_view::npos) refuse("a text has no end");
    return {begin, length};
  }

  void take(std::uint32_t op, Words operands) {
    if (op >= op_first_type && op <= op_last_type) return take_type(op, operands);
    switch (op) {
      case op_source:
        if (operands.size() >= 2) module_.source = {operands[0], operands[1]};
        return;
      case op_name:
        module_.names[id(operands, 0)] = text(operands, 1);
        return;
      case op_string:
        id(operands, 0);
        module_.strings.push_back(text(operands, 1));
        return;
      case op_entry_point:
        if (!operands.empty() && operands[0] == model_kernel)
          module_.kernels.push_back({text(operands, 2), id(operands, 1)});
        return;
      case op_decorate:
        return take_mark(operands);
      case op_group_decorate:
        return take_group(operands);
      case op_function:
        return begin_function(id(operands, 1));
      case op_parameter:
        if (!function_) refuse("a parameter of no function");
        module_.functions[*function_].push_back({id(operands, 1), id(operands, 0)});
        return;
      case op_function_end:
        if (!function_) refuse("an end of no function");
        function_.reset();
        return;
      default:
        return;
    }
  }

  void take_type(std::uint32_t op, Words operands) {
    const SpirvId type = id(operands, 0);
    const auto [place, is_new] = module_.types.try_emplace(type, SpirvType{op, {operands.begin() + 1, operands.end()}});
    if (!is_new) refuse(fmt::format("type {} is there twice", type));
  }

  void begin_function(SpirvId function) {
    if (function_) refuse("a function within another");
    if (!module_.functions.try_emplace(function).second) refuse(fmt::format("function {} is there twice", function));
    function_ = function;
  }

  void take_mark(Words operands) {
    SpirvMarks& marks = module_.marks[id(operands, 0)];
    if (operands.size() < 2) refuse("a decoration without its kind");
    if (operands[1] == mark_restrict) marks.no_alias = true;
    if (operands[1] == mark_volatile) marks.is_volatile = true;
    if (operands[1] != mark_attribute || operands.size() < 3) return;
    if (operands[2] == zero_extended) marks.zero_extended = true;
    if (operands[2] == sign_extended) marks.sign_extended = true;
    if (operands[2] == by_value) marks.by_value = true;
    if (operands[2] == no_alias) marks.no_alias = true;
    if (operands[2] == not_written) marks.not_written = true;
  }

  // The decorations of the group come before it in the module.
  void take_group(Words operands) {
    const SpirvMarks group = module_.marks[id(operands, 0)];
    for (std::size_t i = 1; i < operands.size(); ++i) module_.marks[id(operands, i)].add(group);
  }

  void check_kernels() const {
    for (const SpirvEntryPoint& kernel : module_.kernels)
      if (!module_.functions.contains(kernel.function)) refuse(fmt::format("kernel '{}' has no function", kernel.name));
  }

  const std::vector<std::uint32_t> words_;
  std::size_t at_ = 0;
  std::optional<SpirvId> function_;  // that the instruction is in
  SpirvModule module_;
};

}  // namespace

void SpirvMarks::add(const SpirvMarks& others) {
  zero_extended |= others.zero_extended;
  sign_extended |= others.sign_extended;
  by_value |= others.by_value;
  no_alias |= others.no_alias;
  not_written |= others.not_written;
  is_volatile |= others.is_volatile;
}

SpirvModule read_spirv(std::span<const unsigned char> bytes) {
  return Reader(words_of(bytes)).read();
}

}  // namespace lenslet::kernel
