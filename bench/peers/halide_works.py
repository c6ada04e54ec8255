"""The works as Halide algorithms with schedules for CPUs: rows in parallel, vectors of a register's width.

A work-item of rows computes several of them at once, so that equal loads and column sums are shared. The borders cost
little: Halide splits its loops where a window leaves the image.
"""
ROWS = 2       # of the result that share their loads
STRIP = 64     # rows that one thread takes


def pipeline_of(hl, work, by_hand):
    """The input and the Func of the result, scheduled by hand where that is wanted."""
    kind = hl.UInt(8) if work.kind == "u8" else hl.Float(32)
    source = hl.ImageParam(kind, 3 if work.channels > 1 else 2)
    make = {"scharr": masks, "filter2d": masks, "gaussian": separable, "mean": box, "median": median,
            "sharpen": sharpen}[work.task]
    return source, make(hl, work, source, by_hand)


def inside(hl, source):
    """The image with a replicate border."""
    return hl.BoundaryConditions.repeat_edge(source)


def sum_of(terms):
    total = None
    for term in terms:
        total = term if total is None else total + term
    return total


def correlate(hl, mask, pixel):
    radius = mask.shape[0] // 2
    return sum_of(hl.f32(float(mask[j, i])) * pixel(i - radius, j - radius)
                  for j in range(mask.shape[0]) for i in range(mask.shape[1]) if mask[j, i])


def tiled(hl, result, x, y, vector):
    """Parallel strips; in them blocks of a vector and some rows whose equal loads the compiler merges."""
    strip, row, xi, yi = hl.Var("strip"), hl.Var("row"), hl.Var("xi"), hl.Var("yi")
    result.split(y, strip, row, STRIP, hl.TailStrategy.GuardWithIf).parallel(strip)
    result.tile(x, row, xi, yi, vector, ROWS).vectorize(xi).unroll(yi)


def masks(hl, work, source, by_hand):
    x, y, result, image = hl.Var("x"), hl.Var("y"), hl.Func("result"), inside(hl, source)
    sums = [correlate(hl, mask, lambda i, j: image[x + i, y + j]) for mask in work.masks]
    result[x, y] = tuple(sums) if len(sums) > 1 else sums[0]
    if by_hand:
        tiled(hl, result, x, y, 16)
    return result


def rows_of(hl, result, lines, x, y, vector):
    """A first pass over rows, computed as the second one goes down a strip: each line is computed once and kept."""
    strip, row = hl.Var("strip"), hl.Var("row")
    result.split(y, strip, row, STRIP, hl.TailStrategy.GuardWithIf).parallel(strip).vectorize(x, vector)
    lines.store_at(result, strip).compute_at(result, row).vectorize(x, vector)


def separable(hl, work, source, by_hand):
    x, y, lines, result, image = hl.Var("x"), hl.Var("y"), hl.Func("lines"), hl.Func("result"), inside(hl, source)
    radius = work.side // 2
    line = [hl.f32(float(v)) for v in work.masks[0].sum(axis=0)]
    lines[x, y] = sum_of(tap * image[x + i - radius, y] for i, tap in enumerate(line))
    result[x, y] = sum_of(tap * lines[x, y + i - radius] for i, tap in enumerate(line))
    if by_hand:
        rows_of(hl, result, lines, x, y, 16)
    return result


def box(hl, work, source, by_hand):
    x, y, lines, result, image = hl.Var("x"), hl.Var("y"), hl.Func("lines"), hl.Func("result"), inside(hl, source)
    radius, count = work.side // 2, work.side ** 2
    lines[x, y] = sum_of(hl.u16(image[x + i - radius, y]) for i in range(work.side))
    total = sum_of(lines[x, y + i - radius] for i in range(work.side))
    result[x, y] = hl.u8((total + hl.u16(count // 2)) / hl.u16(count))
    if by_hand:
        rows_of(hl, result, lines, x, y, 32)
    return result


def exchange(hl, values, i, j):
    values[i], values[j] = hl.min(values[i], values[j]), hl.max(values[i], values[j])


def in_order(hl, values):
    """Odd-even transposition: what is not asked for later vanishes, since expressions are only what is used."""
    values = list(values)
    for turn in range(len(values)):
        for i in range(turn % 2, len(values) - 1, 2):
            exchange(hl, values, i, i + 1)
    return values


def middle(hl, values):
    """Forgetful selection: of half the values and two more, neither the least nor the largest is the median."""
    kept, rest = values[:len(values) // 2 + 2], values[len(values) // 2 + 2:]
    while len(kept) > 1:
        for i in range(len(kept) // 2):
            exchange(hl, kept, i, len(kept) - 1 - i)
        for i in range(1, (len(kept) + 1) // 2):
            exchange(hl, kept, 0, i)
        for i in range(len(kept) // 2, len(kept) - 1):
            exchange(hl, kept, i, len(kept) - 1)
        kept = kept[1:-1] + rest[:1]
        rest = rest[1:]
    return kept[0]


def median(hl, work, source, by_hand):
    """Columns are sorted once for all windows that share them. In a window of sorted columns and rows only those near
    the rising diagonal can be the median: the others are above or below too many."""
    x, y, columns, result, image = hl.Var("x"), hl.Var("y"), hl.Func("columns"), hl.Func("result"), inside(hl, source)
    k, radius = work.side, work.side // 2
    half = k * k // 2 + 1
    columns[x, y] = tuple(in_order(hl, [image[x, y + j - radius] for j in range(k)]))
    ranks = [in_order(hl, [columns[x + i - radius, y][rank] for i in range(k)]) for rank in range(k)]
    result[x, y] = middle(hl, [ranks[i][j] for i in range(k) for j in range(k)
                               if (i + 1) * (j + 1) <= half and (k - i) * (k - j) <= half])
    if by_hand:
        strip, row = hl.Var("strip"), hl.Var("row")
        result.split(y, strip, row, STRIP, hl.TailStrategy.GuardWithIf).parallel(strip).vectorize(x, 64)
        columns.compute_at(result, row).vectorize(x, 64)
    return result


def sharpen(hl, work, source, by_hand):
    c, x, y, result, image = hl.Var("c"), hl.Var("x"), hl.Var("y"), hl.Func("result"), inside(hl, source)

    def pixel(i, j):
        return hl.i16(image[c, x + i, y + j])

    result[c, x, y] = hl.u8_sat(hl.i16(5) * pixel(0, 0) - pixel(-1, 0) - pixel(1, 0) - pixel(0, -1) - pixel(0, 1))
    for buffer in (source, result.output_buffer()):  # interleaved: a vector goes over channels and pixels
        buffer.dim(0).set_bounds(0, work.channels).set_stride(1)
        buffer.dim(1).set_stride(work.channels)
    if by_hand:
        result.bound(c, 0, work.channels)
        strip, row, xi = hl.Var("strip"), hl.Var("row"), hl.Var("xi")
        result.split(y, strip, row, STRIP, hl.TailStrategy.GuardWithIf).parallel(strip)
        result.split(x, x, xi, 16).reorder(c, xi, x, row, strip).vectorize(c).vectorize(xi)
    return result
