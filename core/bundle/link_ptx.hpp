// Makes machine code from PTX. NVIDIA's OpenCL returns a program as PTX, and makes machine code from it again at each
// first start, which takes 0.2 s for a program. But it also accepts machine code as a program's binary. CUDA's driver,
// which is installed with it, makes that (CUDA Driver API, section Module Management: cuLinkCreate, cuLinkAddData,
// cuLinkComplete).
#pragma once

#include <span>
#include <string>
#include <vector>

namespace lenslet::bundle {

inline constexpr char cuda_driver[] = "libcuda.so.1";

bool is_ptx(std::span<const unsigned char> binary);

// Links for a device of that compute capability, "sm_90". `library` is the name of CUDA's driver. Throws unsupported
// where the library is missing or has no such device, build, with its message, where it refuses the PTX.
std::vector<unsigned char> link_ptx(std::span<const unsigned char> ptx, const std::string& architecture,
                                    const char* library = cuda_driver);

}  // namespace lenslet::bundle
