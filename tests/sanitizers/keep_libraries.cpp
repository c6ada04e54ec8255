// OpenCL's loader unloads drivers at exit. The leak checker then no longer knows whose memory a block was, and no line
// of leaks.supp can name it: in a sanitized build libraries stay.
extern "C" __attribute__((weak)) int dlclose(void*) {
  return 0;
}
