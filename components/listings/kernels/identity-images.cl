// Copies one level, an image object of its own: a launch each.
__constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

__kernel void identity(__read_only image2d_t imgIn, __write_only image2d_t imgOut) {
  const int2 place = (int2)(get_global_id(0), get_global_id(1));
  if (place.x >= get_image_width(imgIn) || place.y >= get_image_height(imgIn)) return;
  write_imagef(imgOut, place, (float4)(read_imagef(imgIn, edge, place).x));
}
