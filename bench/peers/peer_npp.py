"""NVIDIA's NPP, through the program npp.cu, which proves its own results."""
import json
import pathlib
import tempfile

from common import HEIGHT, WIDTH, Missing, PeerTime, Refused, Wrong, run_or

TASKS = ("scharr", "filter2d", "gaussian", "mean")
HOW = ("get nvcc and NPP with NVIDIA's CUDA toolkit (Debian: nvidia-cuda-toolkit); where only NPP is missing: "
       "pip install nvidia-npp, and --npp-folder .../site-packages/nvidia/cu13")


def check_nvidia(device):
    if "NVIDIA" not in device["vendor"]:
        raise Missing(f"it needs an NVIDIA GPU, and the device is {device['name']}; choose with LENSLET_DEVICE=nvidia")


def compile_command(program, source, folder, libraries):
    command = ["nvcc", "-O2", "-std=c++17", "-arch=native", "-o", program, str(pathlib.Path(__file__).with_name(source))]
    if not folder:
        return [*command, *(f"-l{name}" for name in libraries)]
    place = folder.resolve() / "lib"  # the package has them under their versioned names alone
    names = [file.name for name in libraries for file in sorted(place.glob(f"lib{name}.so*"))[:1]]
    return [*command, f"-I{folder.resolve() / 'include'}", f"-L{place}", f"-Xlinker=-rpath={place}",
            *(f"-l:{name}" for name in names)]


class Npp:
    def __init__(self, options, device):
        check_nvidia(device)
        self.folder = tempfile.TemporaryDirectory()
        self.program = f"{self.folder.name}/npp"
        run_or(Missing, compile_command(self.program, "npp.cu", options.npp_folder, ("nppif", "nppc")), HOW)
        self.about = run_or(Missing, [self.program], HOW).strip() + ", device's clock"

    def prepare(self, work):
        if work.task not in TASKS:
            raise Refused("npp.cu has no such work")
        if work.size != (WIDTH, HEIGHT):
            raise Refused(f"npp.cu has images of {WIDTH}x{HEIGHT} alone")

        def timer(repeats):
            record = json.loads(run_or(Wrong, [self.program, work.name, str(repeats)]))
            return PeerTime(record["median_ms"], record["call_ms"])
        return timer
