// Copies the four levels of an octave, the layers of one image object.
__constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

__kernel void identity(__read_only image2d_array_t imgIn, __write_only image2d_array_t imgOut) {
  const int4 place = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
  if (place.x >= get_image_width(imgIn) || place.y >= get_image_height(imgIn)) return;
  write_imagef(imgOut, place, (float4)(read_imagef(imgIn, edge, place).x));
}
