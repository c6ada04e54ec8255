// Machine code of PTX. NVIDIA's OpenCL shows a program as PTX, of which each first start makes machine code anew, 0.2 s
// a program, and yet takes machine code as a program's binary. CUDA's driver, which comes with it, makes it (CUDA
// Driver API, section Module Management: cuLinkCreate, cuLinkAddData, cuLinkComplete).
#pragma once

#include <span>
#include <string>
#include <vector>

namespace lenslet::bundle {

inline constexpr char cuda_driver[] = "libcuda.so.1";

bool is_ptx(std::span<const unsigned char> binary);

// Links for a device of that compute capability, "sm_90". `library` stands for CUDA's driver. Throws unsupported where
// that is missing or knows no such device, and build, with what it said, where it refuses the PTX.
std::vector<unsigned char> link_ptx(std::span<const unsigned char> ptx, const std::string& architecture,
                                    const char* library = cuda_driver);

}  // namespace lenslet::bundle
