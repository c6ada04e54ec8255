"""Halide on the CPU: each work as an algorithm with a hand-written schedule, or with its autoscheduler's."""
import os
import pathlib

from common import Missing, Refused, images_of, results_like, time_calls
from halide_works import pipeline_of
from image_works import ImageWork
from reference import check

HOW = "pip install halide"
AUTOSCHEDULER = "adams2019"


class Halide:
    auto = False

    def __init__(self, options, _device):
        os.environ["HL_NUM_THREADS"] = str(options.threads)  # read when Halide's first pipeline runs
        try:
            import halide
        except ImportError as error:
            raise Missing(f"{error}; get it with: {HOW}") from error
        if not hasattr(halide, "AutoschedulerParams"):  # Debian 12's 14 takes the axes of an array in another order
            raise Missing(f"this Halide is older than 15; get a newer one with: {HOW}")
        self.hl = halide
        self.threads = options.threads
        self.target = halide.get_jit_target_from_environment()
        self.about = f"Halide {version()}, {'autoscheduled' if self.auto else 'schedules by hand'}, {self.target}, " \
                     f"{options.threads} threads, host's clock"

    def prepare(self, work):
        if isinstance(work, ImageWork):
            raise Refused("no pipeline")
        hl = self.hl
        images = images_of(work)
        source, result = pipeline_of(hl, work, by_hand=not self.auto)
        if self.auto:
            self.schedule(work, source, result)
        result.compile_jit(self.target)
        outputs = results_like(images, len(work.masks))
        inputs = [hl.Buffer(image) for image in images]
        realized = [[hl.Buffer(array) for array in made] for made in outputs]

        def call(i):
            source.set(inputs[i])
            result.realize(realized[i] if len(realized[i]) > 1 else realized[i][0])

        call(0)
        check(work, images[0], outputs[0])
        return lambda repeats: time_calls(call, repeats)

    def schedule(self, work, source, result):
        raise NotImplementedError


class HalideAuto(Halide):
    auto = True

    def __init__(self, options, device):
        super().__init__(options, device)
        plugin = next(pathlib.Path(self.hl.__file__).parent.glob(f"lib*/libautoschedule_{AUTOSCHEDULER}.so"), None)
        if not plugin:
            raise Missing(f"this Halide came without libautoschedule_{AUTOSCHEDULER}.so; get it with: {HOW}")
        self.hl.load_plugin(str(plugin))

    def schedule(self, work, source, result):
        shape = images_of(work)[0].shape[::-1]
        for i, extent in enumerate(shape):
            source.dim(i).set_estimate(0, extent)
        result.set_estimates([(0, extent) for extent in shape])
        self.hl.Pipeline(result).apply_autoscheduler(
            self.target, self.hl.AutoschedulerParams("Adams2019", {"parallelism": str(self.threads)}))


def version():
    from importlib import metadata
    try:
        return metadata.version("halide")
    except metadata.PackageNotFoundError:
        return "of the system"
