// Gives types the names that OpenCL C has for them.
#include "toolkit/kernel/spirv_arguments.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::kernel {
namespace {

constexpr std::uint32_t type_void = 19, type_integer = 21, type_float = 22, type_vector = 23, type_image = 25,
                        type_sampler = 26, type_struct = 30, type_opaque = 31, type_pointer = 32;
constexpr std::uint32_t class_constant = 0, class_local = 4, class_global = 5, class_function = 7;
constexpr std::size_t most_pointers = 4;  // of one type: "int****"; damaged modules have types that contain themselves
constexpr std::size_t longest_name = 200;

// The two names of a type whose integers may or may not have a sign. They are the same for all other types.
struct Names {
  std::string with_sign, without;

  std::string text() const { return with_sign == without ? with_sign : with_sign + "|" + without; }
  Names with(const std::string& end) const { return {with_sign + end, without + end}; }
};

Names same(const std::string& name) {
  return {name, name};
}

bool is_in_names(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$';
}

bool is_name(const std::string& text) {
  return !text.empty() && text.size() <= longest_name && std::ranges::all_of(text, is_in_names);
}

class Types {
 public:
  explicit Types(const SpirvModule& module) : module_(module) {}

  const SpirvType& declared(SpirvId id) const {
    const auto found = module_.types.find(id);
    if (found == module_.types.end())
      throw Error(ErrorKind::build, fmt::format("the SPIR-V is damaged: a kernel's argument has the type {}, which is "
                                                "not declared; allowed: a module as a compiler wrote it",
                                                id));
    return found->second;
  }

  // Nothing for a type without a name in OpenCL C.
  std::optional<Names> names(SpirvId id, std::size_t pointers = 0) const {
    const SpirvType& type = declared(id);
    switch (type.op) {
      case type_void:
        return same("void");
      case type_integer:
        return integer(word(type, 0), word(type, 1));
      case type_float:
        return real(word(type, 0));
      case type_vector:
        return vector(type);
      case type_image:
        return image(type);
      case type_sampler:
        return same("sampler_t");
      case type_struct:
      case type_opaque:
        return same(structure(id));
      case type_pointer:
        return pointer(type, pointers);
      default:
        return {};
    }
  }

  static std::uint32_t word(const SpirvType& type, std::size_t place) {
    return place < type.words.size() ? type.words[place] : 0;
  }

 private:
  static std::optional<Names> integer(std::uint32_t bits, std::uint32_t has_sign) {
    const char* name = bits == 8 ? "char" : bits == 16 ? "short" : bits == 32 ? "int" : bits == 64 ? "long" : nullptr;
    if (name == nullptr) return {};
    if (has_sign != 0) return same(name);
    return Names{name, "u" + std::string(name)};
  }

  static std::optional<Names> real(std::uint32_t bits) {
    const char* name = bits == 16 ? "half" : bits == 32 ? "float" : bits == 64 ? "double" : nullptr;
    return name == nullptr ? std::nullopt : std::optional(same(name));
  }

  std::optional<Names> vector(const SpirvType& type) const {
    const SpirvType& lane = declared(word(type, 0));
    const std::uint32_t lanes = word(type, 1);
    const bool is_known = lanes == 2 || lanes == 3 || lanes == 4 || lanes == 8 || lanes == 16;
    if (!is_known || (lane.op != type_integer && lane.op != type_float)) return {};
    const auto scalar = lane.op == type_integer ? integer(word(lane, 0), word(lane, 1)) : real(word(lane, 0));
    return scalar ? std::optional(scalar->with(fmt::format("{}", lanes))) : std::nullopt;
  }

  static std::optional<Names> image(const SpirvType& type) {
    constexpr const char* sides[] = {"1d", "2d", "3d", nullptr, nullptr, "1d"};
    constexpr std::size_t buffer = 5;
    const std::size_t dim = word(type, 1);
    if (dim >= std::size(sides) || sides[dim] == nullptr) return {};
    return same(fmt::format("image{}{}{}{}{}_t", sides[dim], dim == buffer ? "_buffer" : "",
                            word(type, 3) == 1 ? "_array" : "", word(type, 4) == 1 ? "_msaa" : "",
                            word(type, 2) == 1 ? "_depth" : ""));
  }

  // LLVM calls a struct "struct.pair".
  std::string structure(SpirvId id) const {
    const auto found = module_.names.find(id);
    std::string name = found == module_.names.end() ? "" : found->second;
    if (name.starts_with("struct.")) name = name.substr(7);
    return is_name(name) ? "struct " + name : "struct";
  }

  std::optional<Names> pointer(const SpirvType& type, std::size_t pointers) const {
    if (pointers >= most_pointers) return {};
    const auto to = names(word(type, 1), pointers + 1);
    return to ? to->with("*") : same("void*");
  }

  const SpirvModule& module_;
};

AddressSpace address_of(std::uint32_t storage) {
  if (storage == class_constant) return AddressSpace::constant;
  if (storage == class_local) return AddressSpace::local;
  return AddressSpace::global;
}

ImageAccess access_of(const SpirvType& type) {
  constexpr std::size_t place = 7;
  if (place >= type.words.size()) return ImageAccess::none;
  constexpr ImageAccess accesses[] = {ImageAccess::read_only, ImageAccess::write_only, ImageAccess::read_write};
  return type.words[place] < std::size(accesses) ? accesses[type.words[place]] : ImageAccess::none;
}

class Arguments {
 public:
  explicit Arguments(const SpirvModule& module) : module_(module), types_(module) {}

  std::vector<ArgumentInfo> of(const SpirvEntryPoint& kernel) const {
    std::vector<ArgumentInfo> all;
    for (const SpirvParameter& parameter : module_.functions.at(kernel.function)) {
      auto argument = one(parameter, all.size());
      if (!argument) return {};
      all.push_back(*std::move(argument));
    }
    note_signs(kernel, all);
    return all;
  }

 private:
  // Only a copy that the launch makes is in a function's own memory, whatever the decorations say.
  static bool is_by_value(const SpirvType& type, const SpirvMarks& marks) {
    return type.op == type_pointer && (marks.by_value || Types::word(type, 0) == class_function);
  }

  std::optional<ArgumentInfo> one(const SpirvParameter& parameter, std::size_t place) const {
    const SpirvType& type = types_.declared(parameter.type);
    const auto found = module_.marks.find(parameter.id);
    const SpirvMarks marks = found == module_.marks.end() ? SpirvMarks() : found->second;
    ArgumentInfo argument{name_of(parameter, place), {}};
    if (is_by_value(type, marks)) {
      const auto names = types_.names(Types::word(type, 1));
      if (!names) return {};
      argument.type = names->text();
      return argument;
    }
    const auto names = types_.names(parameter.type);
    if (!names) return {};
    argument.type = marks.sign_extended ? names->with_sign : marks.zero_extended ? names->without : names->text();
    if (type.op == type_image) {
      argument.address = AddressSpace::global;
      argument.access = access_of(type);
    }
    if (type.op == type_pointer) note_pointer(argument, Types::word(type, 0), marks);
    return argument;
  }

  static void note_pointer(ArgumentInfo& argument, std::uint32_t storage, const SpirvMarks& marks) {
    argument.address = address_of(storage);
    argument.is_const = marks.not_written || argument.address == AddressSpace::constant;
    argument.is_volatile = marks.is_volatile;
    argument.is_restrict = marks.no_alias;
  }

  std::string name_of(const SpirvParameter& parameter, std::size_t place) const {
    const auto found = module_.names.find(parameter.id);
    return found != module_.names.end() && is_name(found->second) ? found->second : fmt::format("arg{}", place);
  }

  // Newer versions of llvm-spirv write "kernel_arg_type.NAME.uint,float*,". Such a word decides nothing but the sign.
  void note_signs(const SpirvEntryPoint& kernel, std::vector<ArgumentInfo>& arguments) const {
    const std::string begin = "kernel_arg_type." + kernel.name + ".";
    const auto found = std::ranges::find_if(module_.strings, [&](const auto& text) { return text.starts_with(begin); });
    if (found == module_.strings.end()) return;
    std::string_view rest = std::string_view(*found).substr(begin.size());
    for (ArgumentInfo& argument : arguments) {
      const std::string_view word = rest.substr(0, rest.find(','));
      const std::size_t bar = argument.type.find('|');
      if (bar != std::string::npos && (word == argument.type.substr(0, bar) || word == argument.type.substr(bar + 1)))
        argument.type = word;
      rest = word.size() < rest.size() ? rest.substr(word.size() + 1) : std::string_view();
    }
  }

  const SpirvModule& module_;
  Types types_;
};

}  // namespace

SpirvArguments spirv_arguments(const SpirvModule& module) {
  const Arguments arguments(module);
  SpirvArguments all;
  for (const SpirvEntryPoint& kernel : module.kernels) all.emplace_back(kernel.name, arguments.of(kernel));
  return all;
}

std::string no_uneven_groups(const SpirvModule& module, const std::string& options) {
  constexpr std::string_view whole_groups = "-cl-uniform-work-group-size";
  constexpr std::uint32_t unknown = 0, opencl_c = 3, first_version = 200'000;
  if (options.find(whole_groups) != options.npos) return fmt::format("the module is built with {}", whole_groups);
  const auto [language, version] = module.source;
  if (language == unknown) return "the module does not say that its source is OpenCL C 2.0 or later";
  if (language == opencl_c && version < first_version)
    return fmt::format("the module says that its source is OpenCL C {}.{}, and uneven groups came with 2.0",
                       version / 100'000, version / 1000 % 100);
  return {};
}

}  // namespace lenslet::kernel
