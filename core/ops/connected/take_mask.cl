// Takes rows of an image as a mask without gaps. Samples are their bits here, see connected.cl.

// A work-item has ITEMS pixels, side by side. The mask begins with the row `top`.
__kernel void take_mask(IMAGE_IN(image), const int top, __global uchar *restrict mask) {
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), end = min(first + ITEMS, image_width);
  __global const ELEMENT *row = ROW(image, top + y);
  for (int x = first; x < end; ++x) mask[(long)y * image_width + x] = IS_SET(row[x]);
}
