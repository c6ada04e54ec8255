// For kernels that make coefficients and code them: the coefficients lie in local memory. Functions are not forced
// inline here: Intel's compiler for CPUs crashes when all are inlined into such a kernel, and PoCL inlines them by
// itself. Oclgrind 21.10 defines ALWAYS_INLINE, since it cannot run LLVM's code otherwise.
#define MEMORY __local
#ifndef ALWAYS_INLINE
#define INLINE static inline
#endif
