// Images as the kernels of image ops see them; a program's defines and array.cl stand in front. A sample is an ELEMENT.
//
// Five arguments are an image: its memory, where its first sample is and how far apart its rows begin, in samples, and
// its size in pixels. Stage::launch sets all of them from one device image.

#ifndef CHANNELS
#define CHANNELS 3  // of a pixel, among them alpha
#endif

#define IMAGE_IN(name) \
  __global const ELEMENT *restrict name, const long name##_offset, const long name##_stride, const int name##_width, const int name##_height
#define IMAGE_OUT(name) \
  __global ELEMENT *restrict name, const long name##_offset, const long name##_stride, const int name##_width, const int name##_height

// Where a row begins.
#define ROW(name, y) ((name) + (name##_offset + (long)(y) * name##_stride))
