// Removes the names that window_filter.cl defines for users' functions.

#undef WHITE
#undef X
#undef Y
#undef WIDTH
#undef HEIGHT
#undef CHANNEL
#undef WITHIN_X
#undef WITHIN_Y
#pragma pop_macro("WINDOW_INDEX")
#pragma pop_macro("AT")
#pragma pop_macro("SUM")
