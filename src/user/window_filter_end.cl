// Takes back what window_filter.cl puts in front of users' functions.

#undef WHITE
#undef X
#undef Y
#undef WIDTH
#undef HEIGHT
#undef CHANNEL
