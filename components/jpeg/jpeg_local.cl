// Kernels that make coefficients and code them have these in local memory. Intel's compiler for CPUs crashes where it
// must put all functions into such a kernel, and PoCL does so by itself; Oclgrind 21.10, whose runs define
// ALWAYS_INLINE, cannot run what LLVM makes where it may choose.
#define MEMORY __local
#ifndef ALWAYS_INLINE
#define INLINE static inline
#endif
