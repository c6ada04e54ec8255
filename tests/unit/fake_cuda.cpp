// Stands for CUDA's driver on machines without one: two devices, of sm_75 and sm_90, and a linker whose code is the
// text that it was given, in capitals and for the current device. It refuses texts with "wrong", and counts what is
// open.
#include <cctype>
#include <cstddef>
#include <cstdio>
#include <string>

namespace {

int open = 0;
int current = -1;
std::string code;
char* log = nullptr;

}  // namespace

extern "C" {

int fake_cuda_open() {
  return open;
}

int cuInit(unsigned) {
  return 0;
}
int cuDeviceGetCount(int* count) {
  *count = 2;
  return 0;
}
int cuDeviceGet(int* device, int index) {
  *device = 10 + index;
  return 0;
}
int cuDeviceGetAttribute(int* value, int which, int device) {
  const int capability = device == 10 ? 75 : 90;
  *value = which == 75 ? capability / 10 : capability % 10;
  return which == 75 || which == 76 ? 0 : 1;
}
int cuDevicePrimaryCtxRetain(void** context, int device) {
  static int devices[2] = {10, 11};
  *context = &devices[device - 10];
  ++open;
  return 0;
}
int cuDevicePrimaryCtxRelease_v2(int) {
  --open;
  return 0;
}
int cuCtxPushCurrent_v2(void* context) {
  current = *static_cast<int*>(context);
  ++open;
  return 0;
}
int cuCtxPopCurrent_v2(void**) {
  current = -1;
  --open;
  return 0;
}
int cuLinkCreate_v2(unsigned options, int* names, void** values, void** linker) {
  if (options != 2 || names[0] != 5 || names[1] != 6) return 1;
  log = static_cast<char*>(values[0]);
  *linker = &code;
  ++open;
  return current < 0 ? 201 : 0;
}
int cuLinkAddData_v2(void*, int form, void* data, std::size_t size, const char*, unsigned, int*, void**) {
  const char* text = static_cast<const char*>(data);
  if (form != 1 || text[size - 1] != '\0') return 1;
  code = "device " + std::to_string(current) + ": " + std::string(text, size - 1);
  if (code.find("wrong") == code.npos) return 0;
  std::snprintf(log, 100, "ptxas application ptx input, line 7; error: wrong");
  return 218;
}
int cuLinkComplete(void*, void** bytes, std::size_t* size) {
  for (char& c : code) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  *bytes = code.data();
  *size = code.size();
  return 0;
}
int cuLinkDestroy(void*) {
  --open;
  return 0;
}
}
