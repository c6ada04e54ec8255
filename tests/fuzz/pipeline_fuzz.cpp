// Texts of pipelines: what is accepted is printed, and accepted again as the same.
#include <string>

#include "fuzz.hpp"
#include "pipeline/definition.hpp"

void lenslet::fuzz::run(std::string_view bytes) {
  const auto definition = accepted([&] { return pipeline::parse(std::string(bytes)); });
  if (!definition) return;
  const std::string written = text_of(*definition), structure = structure_of(*definition).text;
  const pipeline::Definition again = pipeline::parse(written);
  expect(text_of(again) == written, "a pipeline comes back from its text as it was");
  expect(structure_of(pipeline::parse(structure)).text == structure, "the text without arguments is one, too");
}
