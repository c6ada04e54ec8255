// Stands before border.cl in kernels that may read any distance outside the image.
#define REACH 0x7fffffff
