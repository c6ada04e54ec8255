"""The pipelines of the photograph matrix as one Halide pipeline each, fused by hand: every thread goes down a strip row
by row, and what a stage makes of a row is kept for as long as the rows below need it."""
from halide_works import sum_of
from photo_chains import AMOUNT, BLURS, LEVEL, line_of
from photo_works import MASKS

VECTOR = 64  # samples, the fastest of 16, 32 and 64


def fused(pipeline):
    """The result of `edges` or `unsharp`, scheduled."""
    hl, x, y = pipeline.hl, pipeline.x, pipeline.y
    lines, blurred, result = (hl.Func(name) for name in ("lines", "blurred", "result"))
    taps = [(place - BLURS[pipeline.work.task] // 2, hl.f32(float(tap)))
            for place, tap in enumerate(line_of(pipeline.work.task))]
    lines[x, y] = sum_of(tap * hl.f32(pipeline.at(d, 0)) for d, tap in taps)
    blurred[x, y] = pipeline.rounded(sum_of(tap * lines[x, y + d] for d, tap in taps))
    stages = [pipeline.rows, lines]
    if pipeline.work.task == "edges":
        frame = framed(pipeline, blurred)
        result[x, y] = hl.cast(pipeline.kind, hl.select(magnitude(pipeline, frame) > LEVEL, 255, 0))
        stages += [blurred, frame]
    else:
        sample = hl.f32(pipeline.at(0, 0))
        result[x, y] = pipeline.rounded(sample + hl.f32(AMOUNT) * (sample - hl.f32(blurred[x, y])))
    pipeline.vector = VECTOR
    return pipeline.swept(result, stages)


def framed(pipeline, image):
    """A stage's rows with a pixel beside their ends. By clamped places Halide would compute rows again and again."""
    hl, x, y, step, frame = pipeline.hl, pipeline.x, pipeline.y, pipeline.work.channels, pipeline.hl.Func("frame")
    frame[x, y] = hl.select(x < 0, image[x + step, y], x >= pipeline.source.dim(0).extent(), image[x - step, y],
                            hl.likely(image[x, y]))
    return frame


def magnitude(pipeline, frame):
    """Of the gradient. A row outside of the image is that beside it."""
    hl, step, sobel = pipeline.hl, pipeline.work.channels, MASKS["sobel"]

    def sample(dx, dy):
        x, y = pipeline.x + dx * step, pipeline.y + dy
        return hl.i16(hl.select(y < 0, frame[x, y + 1], y >= pipeline.source.dim(1).extent(), frame[x, y - 1],
                                hl.likely(frame[x, y])))

    def squared(component):
        return component * component
    places = [(i, j) for j in range(3) for i in range(3)]
    across = sum_of(hl.i16(sobel[j][i]) * sample(i - 1, j - 1) for i, j in places if sobel[j][i])
    down = sum_of(hl.i16(sobel[i][j]) * sample(i - 1, j - 1) for i, j in places if sobel[i][j])
    return pipeline.rounded(hl.sqrt(squared(hl.f32(across)) + squared(hl.f32(down))))
