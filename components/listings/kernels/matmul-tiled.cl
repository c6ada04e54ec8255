// 002:1386-1525, a product of square matrices by tiles of TW x TW in local memory.
//
// Range: N x N, in groups of TW x TW (16 unless -D TW=8 says otherwise). N is a multiple of TW.
// As the words beside the listing have it, tile i of B lies in the i-th column of tiles behind the group's own.
#ifndef TW
#define TW 16
#endif

__kernel void matmul_tiled(__global const float* A, __global const float* B, __global float* C, const int N) {
  __local float Atile[TW][TW], Btile[TW][TW];
  const int rowtile = get_local_id(1), coltile = get_local_id(0);
  const int rowglobal = get_global_id(1), colglobal = get_global_id(0);
  float dot = 0.0f;
  for (int iTile = 0; iTile < N / TW; ++iTile) {
    Atile[rowtile][coltile] = A[rowglobal * N + coltile + iTile * TW];
#ifdef AS_PRINTED
    Btile[rowtile][coltile] = B[(rowtile + iTile * TW) * N + (colglobal + iTile * TW) % N];
#else
    Btile[rowtile][coltile] = B[(rowtile + iTile * TW) * N + colglobal];
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TW; ++k) dot += Atile[rowtile][k] * Btile[k][coltile];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[rowglobal * N + colglobal] = dot;
}
