// Quotients times n[0]. Where n[1] is 1, a quotient by 0 becomes 0.

INLINE VALUES NAMED(divide_samples)(const VALUES *v, const float *n) {
  const VALUES quotient = v[0] * n[0] / v[1];
  return v[1] == ALL(0) ? (n[1] == 1 ? ALL(0) : quotient) : quotient;
}
