// Measures how fast the device multiplies and adds f32 in registers. The chains do not wait for each other, are as wide
// as any CPU's registers, and use no memory.
#define CHAINS 8

__kernel void flop_rate(__global float* out, const float factor, const float summand, const int rounds) {
  float16 chain[CHAINS];
  for (int i = 0; i < CHAINS; ++i) chain[i] = (float16)((float)get_global_id(0) + i);
  for (int round = 0; round < rounds; ++round)
#pragma unroll
    for (int i = 0; i < CHAINS; ++i) chain[i] = mad(chain[i], (float16)factor, (float16)summand);
  float16 sum = 0;
  for (int i = 0; i < CHAINS; ++i) sum += chain[i];
  out[get_global_id(0)] = sum.s0 + sum.s1 + sum.s2 + sum.s3 + sum.s4 + sum.s5 + sum.s6 + sum.s7 + sum.s8 + sum.s9 + sum.sa + sum.sb + sum.sc + sum.sd +
                          sum.se + sum.sf;
}
