// Removes the names that point_filter.cl defines for users' functions.

#undef WINDOW
#undef AT
#undef PIXELS
#undef USER_PLANE
#undef IN
#undef OUT
#pragma pop_macro("PIXEL")
