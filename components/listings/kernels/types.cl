// The size of each type in bytes: vectors of three take the room of four.
__kernel void sizes(__global uint* out) {
  const uint all[] = {sizeof(char),   sizeof(uchar),  sizeof(short), sizeof(ushort), sizeof(int),    sizeof(uint),
                      sizeof(long),   sizeof(ulong),  sizeof(float), sizeof(char4),  sizeof(short8), sizeof(int2),
                      sizeof(float3), sizeof(float4), sizeof(int16), sizeof(long16)};
  for (int i = 0; i < 16; ++i) out[i] = all[i];
}

// The types of addresses have as many bytes as a pointer.
__kernel void address_sizes(__global uint* out) {
  out[0] = sizeof(size_t) - sizeof(__global char*);
  out[1] = sizeof(ptrdiff_t) - sizeof(__global char*);
  out[2] = sizeof(intptr_t) - sizeof(__global char*);
  out[3] = sizeof(uintptr_t) - sizeof(__global char*);
}
