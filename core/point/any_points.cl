// What functions of points may use where samples have any type: as in points.cl, but single samples, and numbers of the
// TYPE that is computed in.

#define VALUES VALUE
#define NAMED(name) name
#define ALL(number) ((VALUE)(number))
#define NUMBER VALUE
#define FLOATING (TYPE >= F16)

#define LESSER_OR_NAN(a, b) ((a) <= (b) || (a) != (a) ? (a) : (b))
#define GREATER_OR_NAN(a, b) ((a) >= (b) || (a) != (a) ? (a) : (b))
