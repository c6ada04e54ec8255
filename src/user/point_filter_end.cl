// Takes back what point_filter.cl puts in front of users' functions.

#undef WINDOW
#undef AT
#undef PIXELS
#undef IN
#undef OUT
#pragma pop_macro("PIXEL")
