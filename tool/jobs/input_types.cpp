// Many ops take floats but not all integers: their inputs become floats, or the user is told how they do.
#include "tool/jobs/input_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <lenslet/error.hpp>
#include <utility>

#include "system/printable.hpp"
#include "tool/jobs/missing_options.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

// What the op says of an input. Inputs that only some calls have are like the first.
const Operand& operand_of(const OpInfo& info, const std::string& name) {
  const auto known = std::ranges::find(info.inputs, name, &Operand::name);
  return known != info.inputs.end() ? *known : info.inputs.front();
}

}  // namespace

bool is_accepted(const Work& work) {
  try {
    work_outputs(work);
    return true;
  } catch (const Error&) {
    return false;
  }
}

SampleType type_in(const ValueType& type) {
  if (const auto* image = std::get_if<ImageType>(&type)) return image->format.type;
  return std::get<ArrayType>(type).type;
}

bool may_be_floats(SampleType type) {
  return type == SampleType::i8 || type == SampleType::i16 || type == SampleType::f64;
}

void narrow_doubles(const Call& call, const std::vector<std::string>& files, std::vector<ValueType>& types,
                    std::vector<std::string>& notes) {
  std::vector<ValueType> narrow = types, wide = types;
  for (ValueType& type : narrow)
    if (auto& array = std::get<ArrayType>(type); array.type == SampleType::f64) array.type = SampleType::f32;
  for (ValueType& type : wide) std::get<ArrayType>(type).type = SampleType::f64;
  if (narrow == types || is_accepted({call, types}) || !is_accepted({call, narrow})) return;
  if (is_accepted({call, wide})) return;  // it is refused for types that differ, not for f64
  types = std::move(narrow);
  notes.push_back(fmt::format("{} has no f64: the numbers of {} are rounded to f32", system::shown_name(call.op),
                              join(files, ", ")));
}

namespace {

bool are_mixed(const std::vector<ValueType>& types) {
  return std::ranges::any_of(types, [&](const ValueType& type) {
    const auto *image = std::get_if<ImageType>(&type), *first = std::get_if<ImageType>(&types.front());
    return image != nullptr && first != nullptr && image->format.type != first->format.type;
  });
}

std::vector<ValueType> all_floats(std::vector<ValueType> types) {
  for (ValueType& type : types)
    if (auto* image = std::get_if<ImageType>(&type); image != nullptr && may_be_floats(image->format.type))
      image->format.type = SampleType::f32;
  return types;
}

bool is_refused_by_type(const Work& work) {
  try {
    work_outputs(work);
  } catch (const SampleTypeError&) {
    return true;
  } catch (const Error&) {  // something else is wrong
  }
  return false;
}

SampleType& samples_of(ValueType& type) {
  if (auto* image = std::get_if<ImageType>(&type)) return image->format.type;
  return std::get<ArrayType>(type).type;
}

// The types with floats for what the op never takes, for what no filter takes, or for all images: the first that the
// call is taken with. Empty where there is none.
std::vector<ValueType> as_floats(const OpInfo& info, const Call& call, const std::vector<ValueType>& types) {
  const std::vector<std::string> names = input_names(call);
  std::vector<ValueType> taken = types, filtered = types, all = types;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const SampleType type = type_in(types[i]);
    if (std::ranges::count(operand_of(info, names[i]).types, type) == 0) samples_of(taken[i]) = SampleType::f32;
    if (std::ranges::count(filter_types, type) == 0) samples_of(filtered[i]) = SampleType::f32;
    if (std::holds_alternative<ImageType>(types[i])) samples_of(all[i]) = SampleType::f32;
  }
  if (!are_mixed(types)) all = types;
  for (std::vector<ValueType>& floats : std::array{taken, filtered, all})
    if (floats != types && is_accepted({call, floats})) return std::move(floats);
  return {};
}

std::ptrdiff_t changes(const std::vector<ValueType>& types, const std::vector<ValueType>& floats) {
  std::ptrdiff_t count = 0;
  for (std::size_t i = 0; i < types.size(); ++i) count += types[i] != floats[i] ? 1 : 0;
  return count;
}

// The value of --type.
std::string names_of_types(const std::vector<ValueType>& types) {
  std::vector<std::string> words;
  for (const ValueType& type : types) words.emplace_back(name_of(type_in(type)));
  if (std::ranges::count(words, words.front()) == std::ssize(words)) words.resize(1);
  return join(words, ",");
}

std::string why_refused(const OpInfo& info, const std::vector<ValueType>& types, SampleType type) {
  for (const ValueType& other : types)
    if (const auto* image = std::get_if<ImageType>(&other); image != nullptr && image->format.type != type)
      return fmt::format(" beside {}", name_of(image->format.type));
  return info.pipeline ? "" : " in this call";
}

}  // namespace

void widen_samples(const OpInfo& info, const Call& call, const std::vector<std::string>& files,
                   std::vector<ValueType>& types, std::vector<std::string>& notes) {
  const std::vector<std::string> names = input_names(call);
  const auto takes = [&](std::size_t i, SampleType type) {
    return std::ranges::count(operand_of(info, names[i]).types, type) > 0;
  };
  std::vector<ValueType> wide = types;
  const bool by_itself = info.pipeline && is_accepted({call, types});
  for (std::size_t i = 0; i < types.size(); ++i) {
    auto* image = std::get_if<ImageType>(&wide[i]);
    if (image == nullptr || !may_be_floats(image->format.type) || by_itself) continue;
    const bool is_taken = !info.pipeline && takes(i, image->format.type);
    if (!is_taken && takes(i, SampleType::f32)) image->format.type = SampleType::f32;
  }
  if (info.pipeline && !is_accepted({call, wide})) return;
  if (is_refused_by_type({call, wide}) && is_accepted({call, all_floats(wide)})) wide = all_floats(wide);
  // Of one type it is another word that is refused, which floats would hide: a level outside the type.
  if (const std::vector<ValueType> all = all_floats(wide);
      all != wide && are_mixed(wide) && !by_itself && !is_accepted({call, wide}) && is_accepted({call, all}))
    wide = all;
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (wide[i] == types[i]) continue;
    const SampleType type = std::get<ImageType>(types[i]).format.type;
    notes.push_back(fmt::format("{} takes no {}{}: the samples of {} become f32", system::shown_name(call.op),
                                name_of(type), takes(i, type) ? why_refused(info, types, type) : "", files[i]));
  }
  types = std::move(wide);
}

void widen_for_missing(Work& work, const std::vector<std::string>& files, std::vector<std::string>& notes) {
  Work whole = work, floats = work;
  whole.options.nodata.reset();
  whole.options.nan = Nan::spread;
  floats.inputs = all_floats(work.inputs);
  if (is_beyond_floats(floats.options)) ignore_nan_instead(floats.options);
  if (floats.inputs == work.inputs || !is_accepted(whole) || is_accepted(work) || !is_accepted(floats)) return;
  for (std::size_t i = 0; i < work.inputs.size(); ++i)
    if (floats.inputs[i] != work.inputs[i])
      notes.push_back(fmt::format("{} leaves out no samples of {}: those of {} become f32",
                                  system::shown_name(work.call.op),
                                  name_of(std::get<ImageType>(work.inputs[i]).format.type), files[i]));
  work.inputs = std::move(floats.inputs);
}

void refuse_types(const OpInfo& info, const Call& call, const std::vector<ValueType>& types,
                  const std::string& beside) {
  try {
    work_outputs({call, types});
  } catch (const Error& error) {
    // A pipeline tells what one of its ops says, not which kind of mistake it is.
    const bool may_be_types =
        info.pipeline || are_mixed(types) || dynamic_cast<const SampleTypeError*>(&error) != nullptr;
    const std::vector<ValueType> floats = may_be_types ? as_floats(info, call, types) : std::vector<ValueType>();
    if (floats.empty()) return;
    const std::string without = beside.empty() ? "" : fmt::format("without {} ", beside);
    throw Error(error.kind(),
                fmt::format("{}; {}--type {} makes floats of {}", error.what(), without, names_of_types(floats),
                            changes(types, floats) > 1 ? "them" : "it"),
                error.detail());
  }
}

}  // namespace lenslet::cli
