// A user's function on the samples of several images at one place:  PIXEL f(WINDOW) { ... AT(k, 0, 0) ... }
// and on all channels of their pixels:                              void f(PIXELS) { ... IN(k, c) ... OUT(k, c) = ... }
// It stands in front of the function; point_filter_end.cl takes the names back, of which others have PIXEL, too.

#pragma push_macro("PIXEL")
#undef PIXEL
#define PIXEL VALUES
#define WINDOW const VALUES *v, const float *n
#define AT(k, dx, dy) v[k]
#define PIXELS const VALUES *v, const int channels, const float *n, VALUES *out
#define IN(k, c) v[(k) * channels + (c)]
#define OUT(k, c) out[(k) * channels + (c)]
