// Users' own programs in bundles.
#include <fmt/format.h>

#include <lenslet/bundle.hpp>
#include <lenslet/error.hpp>
#include <lenslet/kernel.hpp>

#include "bundle/contents.hpp"
#include "kernel/packed.hpp"
#include "kernel/state.hpp"
#include "ocl/kernel_query.hpp"
#include "session/bundle_work.hpp"

namespace lenslet {

std::vector<std::string> add_program(Bundle& bundle, const Program& program, const std::string& name,
                                     const CompileOptions& options) {
  if (!is_whole(program.source(), program.options()))
    throw Error(
        ErrorKind::unsupported,
        fmt::format("'{}' includes other files, and a bundle has a program's own text alone; allowed: texts that "
                    "are whole",
                    name));
  const Session& session = state_of(program).session;
  std::vector<std::string> notes;
  const ocl::Program& built = state_of(program).program;
  const std::size_t place = add_compiled(bundle, session, {name, program.options(), program.source()},
                                         {ocl::binary_of(built), ocl::log_of(built)}, options, notes);
  add_for_device(bundle, session, BundleKind::arguments, place, packed_arguments(program));
  return notes;
}

std::vector<unsigned char> loadable_binary(const Bundle& bundle, const BundleEntry& entry) {
  const BundleEntry* known =
      bundle::find_entry(bundle, BundleKind::arguments, entry.program, bundle.targets.at(entry.target));
  kernel::Packed packed = known == nullptr ? kernel::Packed() : kernel::unpack(known->bytes);
  packed.device = target_text(bundle, entry.target);
  packed.code = entry.bytes;
  return kernel::pack(packed);
}

}  // namespace lenslet
