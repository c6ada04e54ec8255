// A user's function on the samples of several images at one place:  PIXEL f(WINDOW) { ... AT(k, 0, 0) ... }
// and on all channels of their pixels:                              void f(PIXELS) { ... IN(k, c) ... OUT(k, c) = ... }
// The program has this file before the function, after the macros USER_INPUTS and USER_OUTPUTS, which say how many
// images there are. point_filter_end.cl removes its names, since other files define PIXEL, too.

#pragma push_macro("PIXEL")
#undef PIXEL
#define PIXEL VALUES
#define WINDOW const VALUES *v, const float *n
#define AT(k, dx, dy) v[WITHIN(k, 0, USER_INPUTS - 1)]
#define PIXELS const VALUES *v, const int channels, const float *n, VALUES *out
#define USER_PLANE(k, images, c) (WITHIN(k, 0, (images) - 1) * channels + WITHIN(c, 0, channels - 1))
#define IN(k, c) v[USER_PLANE(k, USER_INPUTS, c)]
#define OUT(k, c) out[USER_PLANE(k, USER_OUTPUTS, c)]

// Outputs that a function does not set are 0.
#ifndef CLEAR_GIVEN
#define CLEAR_GIVEN(node, given) \
  for (int c = 0; c < given; ++c) given_##node[c] = 0;
#endif
