// Takes back what point_filter.cl puts in front of users' functions.

#undef WINDOW
#undef AT
#undef PIXELS
#undef USER_PLANE
#undef IN
#undef OUT
#pragma pop_macro("PIXEL")
