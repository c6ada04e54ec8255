// An index out of range counts as the nearest one in range. For constant indexes compilers drop the check. The program
// has this file once, before the files that each family has for users' functions.

#ifndef WITHIN
INLINE int lenslet_within(const int at, const int least, const int most) {
  return at < least ? least : at > most ? most : at;
}
// Only whole numbers have an 'or', so that other indexes do not compile.
#define WITHIN(at, least, most) lenslet_within((at) | 0, least, most)
#endif
