// What the programs of NPP share: its status, its stream's context, and its version.
#pragma once

#include <cstdio>

#include <nppcore.h>

#include "cuda_times.hpp"

// Warnings are positive, and mean that less was done than asked for.
inline void check(NppStatus status) {
  if (status != NPP_SUCCESS) throw std::runtime_error("NPP: status " + std::to_string(status));
}

inline NppStreamContext context_of(cudaStream_t stream) {
  NppStreamContext context{};
  cudaDeviceProp device{};
  check(cudaGetDevice(&context.nCudaDeviceId));
  check(cudaGetDeviceProperties(&device, context.nCudaDeviceId));
  context.hStream = stream;
  context.nMultiProcessorCount = device.multiProcessorCount;
  context.nMaxThreadsPerMultiProcessor = device.maxThreadsPerMultiProcessor;
  context.nMaxThreadsPerBlock = device.maxThreadsPerBlock;
  context.nSharedMemPerBlock = device.sharedMemPerBlock;
  context.nCudaDevAttrComputeCapabilityMajor = device.major;
  context.nCudaDevAttrComputeCapabilityMinor = device.minor;
  check(cudaStreamGetFlags(stream, &context.nStreamFlags));
  return context;
}

inline cudaStream_t new_stream() {
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  return stream;
}

// Prints the device and NPP's version.
inline void describe() {
  cudaDeviceProp device{};
  check(cudaGetDeviceProperties(&device, 0));
  const NppLibraryVersion* version = nppGetLibVersion();
  std::printf("%s, NPP %d.%d.%d\n", device.name, version->major, version->minor, version->build);
}
