// 004:6796-6894, the sums that a line by least squares needs: of X, Y, X X and X Y, by groups of 64 items.
//
// Range: the points, rounded up to groups of 64. A group writes its four sums, which the host adds up.
// As printed, SUM_STEP is the parabola's macro, which names arrays that this kernel does not have; and one brace too many
// ends the kernel. The words have a sum of 32, where a group adds up 64.
#ifndef DATA_TYPE
#define DATA_TYPE float
#endif
#ifndef GROUP
#define GROUP 64
#endif

#ifdef AS_PRINTED
#define SUM_STEP(LENGTH, INDEX, _W)                    \
  if ((INDEX) < _W && (INDEX) + _W < LENGTH) {         \
    localSumX[INDEX] += localSumX[(INDEX) + _W];       \
    localSumY[INDEX] += localSumY[(INDEX) + _W];       \
    localSumXX[INDEX] += localSumXX[(INDEX) + _W];     \
    localSumXY[INDEX] += localSumXY[(INDEX) + _W];     \
    localSumXXY[INDEX] += localSumXXY[(INDEX) + _W];   \
    localSumXXX[INDEX] += localSumXXX[(INDEX) + _W];   \
    localSumXXXX[INDEX] += localSumXXXX[(INDEX) + _W]; \
  }                                                    \
  barrier(CLK_LOCAL_MEM_FENCE);
#else
#define SUM_STEP(LENGTH, INDEX, _W)                \
  if ((INDEX) < _W && (INDEX) + _W < LENGTH) {     \
    localSumX[INDEX] += localSumX[(INDEX) + _W];   \
    localSumY[INDEX] += localSumY[(INDEX) + _W];   \
    localSumXX[INDEX] += localSumXX[(INDEX) + _W]; \
    localSumXY[INDEX] += localSumXY[(INDEX) + _W]; \
  }                                                \
  barrier(CLK_LOCAL_MEM_FENCE);
#endif

__kernel void linear_regression_kernel(__global const DATA_TYPE* X, __global const DATA_TYPE* Y,
                                       __global DATA_TYPE* sumX, __global DATA_TYPE* sumY, __global DATA_TYPE* sumXX,
                                       __global DATA_TYPE* sumXY, __local DATA_TYPE* localSumX,
                                       __local DATA_TYPE* localSumY, __local DATA_TYPE* localSumXX,
                                       __local DATA_TYPE* localSumXY, const uint length) {
  const uint index = get_global_id(0), localIndex = get_local_id(0), groupId = get_group_id(0);
  const uint tail = min(length - groupId * GROUP, (uint)GROUP);
  if (index < length) {
    localSumX[localIndex] = X[index];
    localSumY[localIndex] = Y[index];
    localSumXX[localIndex] = X[index] * X[index];
    localSumXY[localIndex] = X[index] * Y[index];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  SUM_STEP(tail, localIndex, 32);
  SUM_STEP(tail, localIndex, 16);
  SUM_STEP(tail, localIndex, 8);
  SUM_STEP(tail, localIndex, 4);
  SUM_STEP(tail, localIndex, 2);
  SUM_STEP(tail, localIndex, 1);
  if (index >= length || localIndex > 0) return;
  sumX[groupId] = localSumX[0];
  sumY[groupId] = localSumY[0];
  sumXX[groupId] = localSumXX[0];
  sumXY[groupId] = localSumXY[0];
}
