// What a user's function on windows has beside AT(dx, dy) and INSIDE(dx, dy): the place of each lane, in pixels, and
// white. The program has this file before the function, and window_filter_end.cl, which removes these names, after it.

#define WHITE (SRC_TYPE == U8 ? 255.0f : SRC_TYPE == U16 ? 65535.0f : 1.0f)
#if BODY_ARGUMENTS
#define X CONVERT(float, samples / CHANNELS + place.x)
#define Y CONVERT(float, rows + place.y)
#define WIDTH ((float)place.z)
#define HEIGHT ((float)place.w)
#define CHANNEL CONVERT(float, samples % CHANNELS)
#endif

// The function reads nothing outside its window, and no input or sum that does not exist.
#define WITHIN_X(dx) WITHIN(dx, -RADIUS_X, RADIUS_X)
#define WITHIN_Y(dy) WITHIN(dy, -RADIUS_Y, RADIUS_Y)
#pragma push_macro("WINDOW_INDEX")
#pragma push_macro("AT")
#pragma push_macro("SUM")
#undef WINDOW_INDEX
#define WINDOW_INDEX(dx, dy) ((WITHIN_Y(dy) + RADIUS_Y) * KSIZE_X + WITHIN_X(dx) + RADIUS_X)
#if OTHERS
#undef AT
#define AT(k, dx, dy)                                                                                         \
  ((k) <= 0 ? window[WINDOW_INDEX(dx, dy)]                                                                    \
            : other_pixel(WITHIN(k, 1, OTHERS), WITHIN_X(dx), WITHIN_Y(dy), numbers, place OTHER_ARGS, border_value, \
                          samples, rows))
#endif
#undef SUM
#define SUM(k) sums[WITHIN(k, 0, MASKS - 1)]
