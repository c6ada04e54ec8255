// Takes back what stands in front of users' functions.

#undef WHITE
#undef X
#undef Y
#undef WIDTH
#undef HEIGHT
#undef CHANNEL
#undef PIXELS
#undef IN
#undef OUT
