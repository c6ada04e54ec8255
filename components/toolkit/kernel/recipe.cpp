#include "toolkit/kernel/recipe.hpp"

#include <algorithm>
#include <cstdint>

#include "bundle/contents.hpp"
#include "ocl/parts.hpp"
#include "toolkit/kernel/includes.hpp"
#include "toolkit/kernel/state.hpp"

namespace lenslet::kernel {
namespace {

enum class Part : std::uint8_t { object, library };

bool includes_headers_alone(const std::string& text, const std::vector<ProgramText>& headers) {
  return std::ranges::all_of(included_files(text), [&](const std::string& name) {
    return std::ranges::count(headers, name, &ProgramText::name) > 0;
  });
}

bool is_whole_with(const std::string& text, const std::string& options, const std::vector<ProgramText>& headers) {
  const auto texts_are_whole = [&](const ProgramText& header) { return includes_headers_alone(header.text, headers); };
  return is_whole({}, options) && includes_headers_alone(text, headers) &&
         std::ranges::all_of(headers, texts_are_whole);
}

// Empty if one of the objects has no recipe.
std::string list_of(const std::vector<std::string>& objects) {
  std::string list;
  ocl::add_number(list, static_cast<std::int64_t>(objects.size()));
  for (const std::string& object : objects) {
    if (object.empty()) return {};
    ocl::add_part(list, object);
  }
  return list;
}

}  // namespace

// The recipe has the text's name only if the code asks for it.
std::string object_recipe(const std::string& text, const ProgramOptions& options,
                          const std::vector<ProgramText>& headers) {
  if (!is_whole_with(text, options.options, headers)) return {};
  std::string recipe;
  ocl::add_number(recipe, static_cast<std::int64_t>(Part::object));
  ocl::add_part(recipe, options.options);
  ocl::add_part(recipe, text.find("__FILE__") == text.npos ? std::string() : options.name);
  ocl::add_part(recipe, text);
  ocl::add_number(recipe, static_cast<std::int64_t>(headers.size()));
  for (const ProgramText& header : headers) {
    ocl::add_part(recipe, header.name);
    ocl::add_part(recipe, header.text);
  }
  return recipe;
}

std::string library_recipe(const std::vector<std::string>& objects, const std::string& options) {
  const std::string list = list_of(objects);
  if (list.empty()) return {};
  std::string recipe;
  ocl::add_number(recipe, static_cast<std::int64_t>(Part::library));
  ocl::add_part(recipe, options);
  return recipe + list;
}

std::string linked_recipe(const std::vector<std::string>& objects) {
  const std::string list = list_of(objects);
  return list.empty() ? std::string() : std::string(bundle::linked_mark) + list;
}

}  // namespace lenslet::kernel
