// Kernels that make coefficients and code them have these in local memory. Intel's compiler for CPUs crashes where it
// must put all functions into such a kernel; PoCL does so by itself.
#define MEMORY __local
#define INLINE static inline
