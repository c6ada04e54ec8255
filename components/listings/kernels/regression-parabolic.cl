// 004:6964-7049, the sums that a parabola by least squares needs: of X, Y, X Y, X X Y and the powers of X to the
// fourth, by groups of 64 items.
//
// Range: the points, rounded up to groups of 64. A group writes its seven sums. Those in global memory stand in another
// order (X, Y, XY, XXY, XX, XXX, XXXX) than those in local memory (X, Y, XX, XY, XXY, XXX, XXXX), as in the text.
#ifndef DATA_TYPE
#define DATA_TYPE float
#endif
#ifndef GROUP
#define GROUP 64
#endif
#define LOCAL __local DATA_TYPE*
#define GLOBAL __global DATA_TYPE*

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

__kernel void parabolic_regression_kernel(__global const DATA_TYPE* X, __global const DATA_TYPE* Y, GLOBAL sumX,
                                          GLOBAL sumY, GLOBAL sumXY, GLOBAL sumXXY, GLOBAL sumXX, GLOBAL sumXXX,
                                          GLOBAL sumXXXX, LOCAL localSumX, LOCAL localSumY, LOCAL localSumXX,
                                          LOCAL localSumXY, LOCAL localSumXXY, LOCAL localSumXXX, LOCAL localSumXXXX,
                                          const uint length) {
  const uint index = get_global_id(0), localIndex = get_local_id(0), groupId = get_group_id(0);
  const uint tail = min(length - groupId * GROUP, (uint)GROUP);
  if (index < length) {
    const DATA_TYPE x = X[index], y = Y[index];
    localSumX[localIndex] = x;
    localSumY[localIndex] = y;
    localSumXX[localIndex] = x * x;
    localSumXY[localIndex] = x * y;
    localSumXXY[localIndex] = x * x * y;
    localSumXXX[localIndex] = x * x * x;
    localSumXXXX[localIndex] = x * x * x * x;
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
  sumXY[groupId] = localSumXY[0];
  sumXXY[groupId] = localSumXXY[0];
  sumXX[groupId] = localSumXX[0];
  sumXXX[groupId] = localSumXXX[0];
  sumXXXX[groupId] = localSumXXXX[0];
}
