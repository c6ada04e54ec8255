// 004:5805-6037, what the JPEG decoder leaves to the device: blocks of 8 x 8 coefficients are dequantised, transformed
// back and stored in planes of the image's size.
//
// As printed:
//   -D AS_PRINTED=1  sums are rounded by (int)(p + 0.5) + 128, which rounds what is below -128 + 0.5 the wrong way
//   -D AS_PRINTED=2  the coefficients are transformed first and then multiplied by the quantisation table
//   -D AS_PRINTED=3  the decoder's kernel begins with one underscore: _kernel
// (The blocks of an MCU lie sizeof(int) * 64 apart in print, which is 4 blocks by chance.)
#ifndef AS_PRINTED
#define AS_PRINTED 0
#endif

#define A 0.35355338f
__constant float c[8][8] = {
    {A, A, A, A, A, A, A, A},
    {0.49039263f, 0.41573480f, 0.27778512f, 0.09754516f, -0.09754516f, -0.27778512f, -0.41573480f, -0.49039263f},
    {0.46193975f, 0.19134171f, -0.19134171f, -0.46193975f, -0.46193975f, -0.19134171f, 0.19134171f, 0.46193975f},
    {0.41573480f, -0.09754516f, -0.49039263f, -0.27778512f, 0.27778512f, 0.49039263f, 0.09754516f, -0.41573480f},
    {A, -A, -A, A, A, -A, -A, A},
    {0.27778512f, -0.49039263f, 0.09754516f, 0.41573480f, -0.41573480f, -0.09754516f, 0.49039263f, -0.27778512f},
    {0.19134171f, -0.46193975f, 0.46193975f, -0.19134171f, -0.19134171f, 0.46193975f, -0.46193975f, 0.19134171f},
    {0.09754516f, -0.27778512f, 0.41573480f, -0.49039263f, 0.49039263f, -0.41573480f, 0.27778512f, -0.09754516f}};

uchar sample_of(const float p) {
#if AS_PRINTED == 1
  const int v = (int)(p + 0.5f) + 128;
#else
  const int v = (int)floor(p + 128.5f);
#endif
  return v < 0 ? 0 : v > 255 ? 255 : v;
}

// The rows of a block, then its columns.
void Idct(const short* src, uchar* dst) {
  float tmp[64];
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) {
      float sum = 0.0f;
      for (int k = 0; k < 8; ++k) sum += c[k][j] * src[8 * i + k];
      tmp[8 * i + j] = sum;
    }
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) {
      float sum = 0.0f;
      for (int k = 0; k < 8; ++k) sum += c[k][i] * tmp[8 * k + j];
      dst[8 * i + j] = sample_of(sum);
    }
}

void DCTQuantInv8x8LS_JPEG_16s8u(__global const short* pSrc, uchar* pDst, const int dstStp,
                                 __global const ushort* pQuantInvTable) {
  short block[64];
  uchar samples[64];
#if AS_PRINTED == 2
  for (int i = 0; i < 64; ++i) block[i] = pSrc[i];
  Idct(block, samples);
  for (int i = 0; i < 64; ++i) samples[i] *= pQuantInvTable[i];
#else
  for (int i = 0; i < 64; ++i) block[i] = pSrc[i] * pQuantInvTable[i];
  Idct(block, samples);
#endif
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) pDst[i * dstStp + j] = samples[8 * i + j];
}

// 004:5805-5874 by itself. Range: the blocks.
__kernel void idct_blocks(__global const short* src, __global uchar* dst) {
  short block[64];
  uchar samples[64];
  __global const short* from = src + 64 * get_global_id(0);
  for (int i = 0; i < 64; ++i) block[i] = from[i];
  Idct(block, samples);
  for (int i = 0; i < 64; ++i) dst[64 * get_global_id(0) + i] = samples[i];
}

// 004:6019-6037 by itself. Range: the blocks.
__kernel void dequantize_blocks(__global const short* src, __global const ushort* quant, __global uchar* dst) {
  uchar samples[64];
  DCTQuantInv8x8LS_JPEG_16s8u(src + 64 * get_global_id(0), samples, 8, quant);
  for (int i = 0; i < 64; ++i) dst[64 * get_global_id(0) + i] = samples[i];
}

// Stores a block at x, y of a plane, each sample `times` times across and down.
void store(const uchar* samples, __global uchar* plane, const int width, const int x, const int y, const int times) {
  for (int i = 0; i < 8 * times; ++i)
    for (int j = 0; j < 8 * times; ++j) plane[(y + i) * width + x + j] = samples[i / times * 8 + j / times];
}

// 004:5876-6017. Range: the MCUs, mcuWidth x mcuHeight. One item has six blocks: four of Y, one of Cb and one of Cr,
// whose samples are repeated twice across and down.
#if AS_PRINTED == 3
_kernel
#else
__kernel
#endif
    void
    JPEGdecoder_MCU(__global const short* pYData, __global const ushort* pYQuant, __global const short* pCbData,
                    __global const ushort* pCbQuant, __global const short* pCrData, __global const ushort* pCrQuant,
                    __global uchar* pDst, const int width, const int height, const int mcuWidth, const int mcuHeight) {
  const int mcuX = get_global_id(0), mcuY = get_global_id(1);
  const int mcu = mcuY * mcuWidth + mcuX, x = 16 * mcuX, y = 16 * mcuY;
  uchar samples[64];
  for (int i = 0; i < 4; ++i) {
    DCTQuantInv8x8LS_JPEG_16s8u(pYData + mcu * 4 * 64 + i * 64, samples, 8, pYQuant);
    store(samples, pDst, width, x + i % 2 * 8, y + i / 2 * 8, 1);
  }
  DCTQuantInv8x8LS_JPEG_16s8u(pCbData + mcu * 64, samples, 8, pCbQuant);
  store(samples, pDst + width * height, width, x, y, 2);
  DCTQuantInv8x8LS_JPEG_16s8u(pCrData + mcu * 64, samples, 8, pCrQuant);
  store(samples, pDst + 2 * width * height, width, x, y, 2);
}
