// 004:7438-7527, the k nearest neighbours of a point: its distance to each point of the data, and a pass of a bitonic
// sort of distances that takes the points along.
//
// Ranges: the points; half the points, whose number is a power of two (see bitonic-sort).
// As printed, point_distance is called and stands nowhere.
#define DISTANCE_TYPE float

typedef struct {
  int x, y, classification;
} POINT;

#ifndef AS_PRINTED
DISTANCE_TYPE point_distance(const POINT a, const POINT b) {
  const DISTANCE_TYPE x = a.x - b.x, y = a.y - b.y;
  return sqrt(x * x + y * y);
}
#endif

__kernel void knn_distance_kernel(const POINT match, __global const POINT* data_set,
                                  __global DISTANCE_TYPE* distance_data) {
  const size_t tid = get_global_id(0);
  distance_data[tid] = point_distance(match, data_set[tid]);
}

__kernel void knn_bitonic_sort_kernel(__global DISTANCE_TYPE* distance, __global POINT* points, const uint stage,
                                      const uint passOfStage) {
  const uint threadId = get_global_id(0);
  const uint pairDistance = 1 << (stage - passOfStage), blockWidth = 2 * pairDistance;
  uint leftId = (threadId & (pairDistance - 1)) + (threadId >> (stage - passOfStage)) * blockWidth;
  uint rightId = leftId + pairDistance;
  const DISTANCE_TYPE leftElement = distance[leftId], rightElement = distance[rightId];
  const POINT leftPoint = points[leftId], rightPoint = points[rightId];
  if (threadId >> stage & 1) {
    const uint temp = leftId;
    leftId = rightId;
    rightId = temp;
  }
  if (leftElement < rightElement) {
    distance[leftId] = leftElement;
    distance[rightId] = rightElement;
    points[leftId] = leftPoint;
    points[rightId] = rightPoint;
  } else {
    distance[leftId] = rightElement;
    distance[rightId] = leftElement;
    points[leftId] = rightPoint;
    points[rightId] = leftPoint;
  }
}
