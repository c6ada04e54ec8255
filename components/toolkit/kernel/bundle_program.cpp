// Users' own programs in bundles.
#include <fmt/format.h>

#include <lenslet/bundle.hpp>
#include <lenslet/error.hpp>
#include <lenslet/kernel.hpp>

#include "ocl/kernel.hpp"
#include "session/bundle_work.hpp"
#include "toolkit/kernel/state.hpp"

namespace lenslet {
namespace {

// Sessions find programs by their texts, so a program in a bundle needs one.
void check_has_text(const Program& program, const std::string& name) {
  if (!is_linked({name, {}, program.source()}) && !is_whole(program.source(), program.options()))
    throw Error(
        ErrorKind::unsupported,
        fmt::format("'{}' includes other files, and a bundle has a program's own text alone; allowed: texts that "
                    "are whole",
                    name));
  if (program.source().empty())
    throw Error(ErrorKind::unsupported,
                fmt::format("'{}' has no text by which a session would find it in a bundle: it is a binary, SPIR-V, "
                            "brought by the device, or linked of parts that include files; allowed: OpenCL C, also of "
                            "several parts, whose texts and headers are whole",
                            name));
}

}  // namespace

std::vector<std::string> add_program(Bundle& bundle, const Program& program, const std::string& name,
                                     const CompileOptions& options) {
  check_has_text(program, name);
  const Session& session = state_of(program).session;
  std::vector<std::string> notes;
  const ocl::Program& built = state_of(program).program;
  const BundleProgram added{name, program.options(), program.source()};
  if (options.spirv && is_linked(added)) notes.push_back(fmt::format("no SPIR-V of {}: it is linked of parts", name));
  const std::size_t place =
      add_compiled(bundle, session, added, {ocl::binary_of(built), ocl::log_of(built)},
                   {.general = options.general, .spirv = options.spirv && !is_linked(added)}, notes);
  add_for_device(bundle, session, BundleKind::arguments, place, packed_arguments(program));
  return notes;
}

}  // namespace lenslet
