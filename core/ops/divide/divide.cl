// Quotients; n[0] is a factor on them, and n[1] is 1 where what is divided by 0 becomes 0.

INLINE VALUES NAMED(divide_samples)(const VALUES *v, const float *n) {
  const VALUES quotient = v[0] * n[0] / v[1];
  return v[1] == ALL(0) ? (n[1] == 1 ? ALL(0) : quotient) : quotient;
}
