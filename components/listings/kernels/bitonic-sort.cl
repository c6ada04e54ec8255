// 004:7159-7205, a pass of a bitonic sort: each item orders a pair, ascending or descending as its block demands.
//
// Range: half the numbers, whose count is a power of two. The host launches passes 0 to `stage` of each stage from 0 to
// log2(count) - 1: 10 passes for 16 numbers, 55 for 1024.
// As printed, a variable is read before it has a value where nothing is exchanged. What it reads is used nowhere, but
// reading it is undefined. The host's part does not keep what the launch returns in clStatus, which it checks, has braces
// too many, and does not unmap or release what it made.
#ifndef DATA_TYPE
#define DATA_TYPE int
#endif

__kernel void bitonic_sort_kernel(__global DATA_TYPE* input_ptr, const uint stage, const uint passOfStage) {
  const uint threadId = get_global_id(0);
  const uint pairDistance = 1 << (stage - passOfStage), blockWidth = 2 * pairDistance;
  uint leftId = (threadId & (pairDistance - 1)) + (threadId >> (stage - passOfStage)) * blockWidth;
  uint rightId = leftId + pairDistance;
  const DATA_TYPE leftElement = input_ptr[leftId], rightElement = input_ptr[rightId];
  const uint sameDirectionBlock = threadId >> stage & 1;
#ifdef AS_PRINTED
  uint temp;
  temp = sameDirectionBlock ? rightId : temp;
  rightId = sameDirectionBlock ? leftId : rightId;
  leftId = sameDirectionBlock ? temp : leftId;
#else
  const uint temp = sameDirectionBlock ? rightId : leftId;
  rightId = sameDirectionBlock ? leftId : rightId;
  leftId = temp;
#endif
  const int isLess = leftElement < rightElement;
  const DATA_TYPE greater = isLess ? rightElement : leftElement, lesser = isLess ? leftElement : rightElement;
  input_ptr[leftId] = lesser;
  input_ptr[rightId] = greater;
}
