// What a user's function on windows has beside AT(dx, dy) and INSIDE(dx, dy): where each of its lanes is, in pixels,
// and white. It stands in front of the function; window_filter_end.cl takes the names back.

#define WHITE (SRC_TYPE == U8 ? 255.0f : SRC_TYPE == U16 ? 65535.0f : 1.0f)
#if BODY_ARGUMENTS
#define X CONVERT(float, samples / CHANNELS + place.x)
#define Y CONVERT(float, rows + place.y)
#define WIDTH ((float)place.z)
#define HEIGHT ((float)place.w)
#define CHANNEL CONVERT(float, samples % CHANNELS)
#endif
