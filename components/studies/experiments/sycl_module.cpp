// Finds lenslet-sycl.so where it finds lenslet-worker. The module is loaded and not linked: SYCL is a package of
// hundreds of megabytes, which the tool must start without.
#include <dlfcn.h>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/foreign.hpp"
#include "studies/experiments/sycl.hpp"
#include "system/own_program.hpp"

namespace lenslet::study {
namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw Error(ErrorKind::unsupported,
              fmt::format("SYCL is missing: {}. 'pip install intel-sycl-rt' brings it; see docs/sycl.md", why));
}

// Returns why the dynamic loader failed.
std::string loader_error() {
  const char* words = dlerror();
  return words == nullptr ? "no reason is given" : words;
}

sycl::OpenStudyKernels find_entry() {
  const system::OwnProgram module = system::find_own_program("lenslet-sycl.so", "LENSLET_SYCL");
  if (module.path.empty()) refuse(module.problem);
  // The module is never unloaded: what SYCL starts in this process runs to the process's end.
  void* library = dlopen(module.path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) refuse(loader_error());
  void* entry = dlsym(library, sycl::open_study_kernels);
  if (entry == nullptr) refuse(loader_error());
  return reinterpret_cast<sycl::OpenStudyKernels>(entry);
}

}  // namespace

std::shared_ptr<sycl::StudyKernels> load_sycl(const Experiment& experiment) {
  const sycl::OpenStudyKernels open = find_entry();
  const ocl::QueueHandles handles = ocl::handles_of(experiment.queue());
  return std::shared_ptr<sycl::StudyKernels>(open(handles.context, handles.device));
}

}  // namespace lenslet::study
