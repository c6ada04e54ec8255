// 002:42-85 and 717-760, the sum of two vectors: an item for each element, with a test for the end; and as many items
// as the device runs at once, each of which goes on by the range's length.
//
// Range: the elements, rounded up to groups of 128; for VectorAdd_arbitrary any number of groups.
// As printed:
//   -D AS_PRINTED=1  iNumElements is misspelled
//   -D AS_PRINTED=2  the notes' words say less than or equal: the item behind the last element adds, too
#ifndef AS_PRINTED
#define AS_PRINTED 0
#endif
#if AS_PRINTED == 1
#define LENGTH iNumElemements
#else
#define LENGTH iNumElements
#endif
#if AS_PRINTED == 2
#define IS_BEFORE <=
#else
#define IS_BEFORE <
#endif

__kernel void vecadd_naive(__global const float* vecA, __global const float* vecB, __global float* vecC,
                           const int iNumElements) {
  const int iGID = get_global_id(0);
  if (iGID IS_BEFORE LENGTH) vecC[iGID] = vecA[iGID] + vecB[iGID];
}

__kernel void VectorAdd_arbitrary(__global const float* vecA, __global const float* vecB, __global float* vecC,
                                  const int iNumElements) {
  int iGID = get_global_id(0);
  while (iGID < iNumElements) {
    vecC[iGID] = vecA[iGID] + vecB[iGID];
    iGID += get_global_size(0);
  }
}
