// Coefficients are in local memory, for kernels that make and code them.
#define MEMORY __local
