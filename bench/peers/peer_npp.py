"""NVIDIA's NPP, through the program npp.cu, which proves its own results."""
import json
import pathlib
import shutil
import subprocess
import tempfile

from common import HEIGHT, WIDTH, Missing, PeerTime, Refused, Wrong

TASKS = ("scharr", "filter2d", "gaussian", "mean")
HOW = ("get nvcc and NPP with NVIDIA's CUDA toolkit (Debian: nvidia-cuda-toolkit); where only NPP is missing: "
       "pip install nvidia-npp, and --npp-folder .../site-packages/nvidia/cu13")


def compile_command(program, folder):
    command = ["nvcc", "-O2", "-std=c++17", "-o", program, str(pathlib.Path(__file__).with_name("npp.cu"))]
    if not folder:
        return [*command, "-lnppif", "-lnppc"]
    libraries = folder.resolve() / "lib"  # the package has them under their versioned names alone
    names = [file.name for stem in ("libnppif", "libnppc") for file in sorted(libraries.glob(f"{stem}.so*"))[:1]]
    return [*command, f"-I{folder.resolve() / 'include'}", f"-L{libraries}", f"-Xlinker=-rpath={libraries}",
            *(f"-l:{name}" for name in names)]


class Npp:
    def __init__(self, options, device):
        if "NVIDIA" not in device["vendor"]:
            raise Missing(f"it needs an NVIDIA GPU, and the device is {device['name']}; choose with LENSLET_DEVICE=nvidia")
        if not shutil.which("nvcc"):
            raise Missing(f"no nvcc; {HOW}")
        self.folder = tempfile.TemporaryDirectory()
        self.program = f"{self.folder.name}/npp"
        self.run_or(Missing, compile_command(self.program, options.npp_folder), HOW)
        self.about = self.run_or(Missing, [self.program], HOW).strip() + ", device's clock"

    @staticmethod
    def run_or(error, command, hint=""):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            lines = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
            said = next((line for line in lines if "error" in line), lines[-1])
            raise error("; ".join(filter(None, [said, hint])))
        return done.stdout

    def prepare(self, work):
        if work.task not in TASKS:
            raise Refused("npp.cu has no such work")
        if work.size != (WIDTH, HEIGHT):
            raise Refused(f"npp.cu has images of {WIDTH}x{HEIGHT} alone")

        def timer(repeats):
            record = json.loads(self.run_or(Wrong, [self.program, work.name, str(repeats)]))
            return PeerTime(record["median_ms"], record["call_ms"])
        return timer
