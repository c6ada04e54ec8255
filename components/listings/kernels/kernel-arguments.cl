// An argument of every class: numbers, local memory, a buffer, an image and a sampler.
#ifdef AS_PRINTED
__kernel void example_kernel(int i_Number, float f_Number, __local float l_Array, __global float g_Array,
                             __read_only image2d_t image, sampler_t sampler) {
#else
__kernel void example_kernel(int i_Number, float f_Number, __local float* l_Array, __global float* g_Array,
                             __read_only image2d_t image, sampler_t sampler) {
#endif
  const int i = get_global_id(0), width = get_image_width(image);
  l_Array[get_local_id(0)] = read_imagef(image, sampler, (int2)(i % width, i / width)).x;
  barrier(CLK_LOCAL_MEM_FENCE);
  g_Array[i] = f_Number * l_Array[get_local_size(0) - 1 - get_local_id(0)] + i_Number;
}
