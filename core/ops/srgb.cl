// The curve of sRGB and its inverse, for samples and light from 0 to 1. Negative numbers count as 0; NaN stays.

INLINE VALUES NAMED(light_of_srgb)(const VALUES sample) {
  const VALUES v = sample < ALL(0) ? ALL(0) : sample;
  return v <= ALL(0.04045f) ? v / 12.92f : pow((v + 0.055f) / 1.055f, ALL(2.4f));
}
INLINE VALUES NAMED(srgb_of_light)(const VALUES light) {
  const VALUES v = light < ALL(0) ? ALL(0) : light;
  return v <= ALL(0.0031308f) ? v * 12.92f : 1.055f * pow(v, ALL(1 / 2.4f)) - 0.055f;
}
