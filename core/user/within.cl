// Indexes that a user's function may get wrong count as the nearest one that is there. Of constants nothing is left. It
// stands in front of what each family gives such functions, of which a program may have several.

#ifndef WITHIN
INLINE int lenslet_within(const int at, const int least, const int most) {
  return at < least ? least : at > most ? most : at;
}
// Whole numbers alone have an 'or'.
#define WITHIN(at, least, most) lenslet_within((at) | 0, least, most)
#endif
