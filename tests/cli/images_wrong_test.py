"""Ops of images with what is wrong: one line says the value and what is allowed, and nothing is written."""

from npy import npy
from tool import ToolTest, main

GREY = "(6, 8)"

# The words of a call, and what its line must hold.
NUMBERS = [
    ("threshold g.npy o.npy --level 300", "threshold: level is 300; allowed for u8: 0 to 255"),
    ("threshold g.npy o.npy --level -1", "threshold: level is -1; allowed for u8: 0 to 255"),
    ("threshold i16.npy o.npy --level 40000", "threshold: level is 40000; allowed for i16: -32768 to 32767"),
    ("threshold g.npy o.npy --level 9 --maximum 300", "threshold: maximum is 300; allowed for u8: 0 to 255"),
    ("threshold i16.npy o.npy --maximum -40000", "threshold: maximum is -40000; allowed for i16: -32768 to 32767"),
    ("adaptive_threshold g.npy o.npy --maximum 300", "adaptive_threshold: maximum is 300; allowed for u8: 0 to 255"),
    ("adaptive_threshold g.npy o.npy --maximum -5", "adaptive_threshold: maximum is -5; allowed for u8: 0 to 255"),
    ("inrange g.npy o.npy --low 300 --high 400", "inrange: low is 300, high 400; allowed for u8: a range that has some of 0 to 255"),
    ("inrange i64.npy o.npy --low 1e20 --high 2e20", "allowed for i64: a range that has some of -9223372036854775808 to"),
    ("inrange c.npy o.npy --low 0,200,0 --high 255,100,255", "inrange: low is 200, high 100; allowed: low no greater than high"),
    ("levels g.npy o.npy --low 300 --high 400", "levels: low is 300, high 400; allowed for u8: a range that has some of"),
    ("levels i16.npy o.npy --low -5e5 --high -4e5", "allowed for i16: a range that has some of -32768 to 32767"),
    ("levels g.npy o.npy --low -500 --high -400", "levels: low is -500, high -400; allowed for u8: a range that has some of"),
    ("clip g.npy o.npy --low 300 --high 400", "clip: low is 300, high 400; allowed for u8: a range that has some of 0 to 255"),
    ("threshold g.npy o.npy --level nan", "--level is 'nan', allowed: a number"),
    ("hysteresis g.npy o.npy --low 9 --high 256", "hysteresis: high is 256; allowed for u8: 0 to 255"),
    ("hysteresis g.npy o.npy --low -3", "hysteresis: low is -3; allowed for u8: 0 to 255"),
    ("fast g.npy o.csv --threshold 300", "fast: threshold is 300; allowed for u8: 0 to 255"),
    ("local_maxima g.npy o.npy --threshold 300", "local_maxima: threshold is 300; allowed for u8: 0 to 255"),
    ("gaussian g.npy o.npy --sigma 1e9", "--sigma is '1000000000', allowed: a number from 0 to 1000"),
    ("rotate g.npy o.npy --degrees nan", "--degrees is 'nan', allowed: a number, in degrees"),
    ("resize g.npy o.npy --size 0x0", "--size is '0x0', allowed: WIDTHxHEIGHT"),
    ("clahe g.npy o.npy --tiles 5000x5000", "--tiles is '5000x5000', allowed: WIDTHxHEIGHT, as in 640x480, each from 1 to "),
    ("pad g.npy o.npy --left 1000000000 --top 1000000000", "pad of u8 x 1 of 8 x 6 needs"),
    ("crop g.npy o.npy --width 400", "crop: width 400 at x 0 does not lie in the image of 8 x 6; allowed: a width up to 8"),
    ("crop g.npy o.npy --x 8", "crop: x 8 does not lie in the image of 8 x 6; allowed: 0 to 7"),
    ("crop g.npy o.npy --y 5 --gravity centre", "crop: y 5 (gravity centre) does not lie in the image of 8 x 6; allowed: 0 to 3"),
    ("crop g.npy o.npy --width 20 --gravity east", "crop: width 20 at x 0 (gravity east) does not lie", "allowed: a width up to 8"),
    ("crop g.npy o.npy --width 6 --ratio 0.5", "crop: height 12 at y 0 (ratio 0.5) does not lie", "allowed: a height up to 6"),
    ("histogram f32.npy o.npy --low 5 --high 2", "low is 5, high is 2; allowed: finite, low below high"),
    ("histogram i64.npy o.npy --low nan", "--low is 'nan', allowed: a number"),
    ("lut g.npy o.npy --values 1,2,3", "lut: 3 numbers for u8; allowed: 256 numbers, or points"),
    ("lut i16.npy o.npy --values 1,2,3", "lut: 3 numbers for i16; allowed: 65536 numbers, or points"),
    ("blend g.npy g.npy o.npy --alpha 1.5", "--alpha is '1.5', allowed: a number from 0 to 1"),
    ("warp_affine g.npy o.npy --matrix 1,0,0;2,0,0", "the determinant 0 and no inverse; allowed:"),
]

OPTIONS = [
    ("mean g.npy o.npy --page -1", "--page: '-1' is no page; allowed: 1 to 1000000, a range N-M, or several with commas"),
    ("mean g.npy o.npy --page 3,2-", "--page: '2-' is no page; allowed: 1 to"),
    ("mean g.npy o.npy --page 3-2", "--page: '3-2': the last page is before the first; allowed: a range N-M"),
    ("mean g.npy o.npy --page 1,2", "--page: g.npy has no other pages than the first; allowed: 1"),
    ("mean g.npy o.npy --volume", "--volume: g.npy has no pages in depth; allowed: a file of several pages"),
    ("mean g.npy o.npy --axes ZYX", "allowed:"),
    ("equalize pages.npy o.npy --axes ZYX --volume", "not computed in three dimensions; allowed: without --volume, page by page"),
    ("region_statistics far.npy g.npy o.csv", "4294967295 or more rows of table were found; allowed: up to 16777216"),
]

NEIGHBOURS = [
    ("label g.npy o.npy --neighbours 6", "label: 6 neighbours in one page; allowed: 4 or 8"),
    ("fill_holes g.npy o.npy --neighbours 26", "fill_holes: 26 neighbours in one page; allowed: 4 or 8"),
    ("remove_small g.npy o.npy --area 3 --neighbours 18", "remove_small: 18 neighbours in one page; allowed: 4 or 8"),
    ("local_maxima g.npy o.npy --neighbours 6", "local_maxima: 6 neighbours in one page; allowed: 4 or 8"),
    ("watershed g.npy i32.npy o.npy --neighbours 6", "--neighbours is '6', allowed: one of 4, 8"),
    ("hysteresis g.npy o.npy --neighbours 6", "--neighbours is '6', allowed: one of 4, 8"),
    ("distance_transform g.npy o.npy --metric l3", "--metric is 'l3'", "allowed: one of l1, chessboard, l2"),
]

TYPES = [
    ("gaussian i32.npy o.npy", "gaussian: image is of i32; allowed: u8, u16, f16, f32; --type f32 makes floats of it"),
    ("median i64.npy o.npy", "median: image is of i64; allowed: u8, u16, f16, f32"),
    ("lut f32.npy o.npy --values 0:0,1:1", "lut: image is of f32; allowed: u8, i8, u16, i16"),
    ("bitwise f32.npy f32.npy o.npy", "bitwise: a is of f32; allowed: u8, i8, u16, i16, u32, i32, u64, i64"),
    ("region_statistics f32.npy g.npy o.csv", "region_statistics: labels is of f32; allowed: u8, i8, u16, i16, u32, i32, u64, i64"),
    ("region_statistics i32.npy i64.npy o.csv", "region_statistics: image is of i64; allowed: u8, i8, u16, i16, u32, i32, f16, f32; --type i32,f32 makes floats of it"),
    ("blend g.npy i16.npy o.npy", "blend: u8 x 1, i16 x 1; allowed: images of one format; --type f32 makes floats of them"),
    ("blend i16.npy i16.npy g.npy o.npy --weighted", "blend: i16 x 1, i16 x 1, u8 x 1; allowed:", "weights of its type or f32"),
    ("rgb_to_lab g.npy o.npy", "rgb_to_lab: u8 x 1; allowed: 3 channels, or 4 with alpha"),
    ("distance_transform c.npy o.npy", "distance_transform: the image is u8 x 3; allowed: 1 channel"),
    ("mean line.npy o.npy", "line.npy: an array of f32 [5] is no image; allowed: any type of [height, width]"),
    ("mean deep.npy o.npy", "deep.npy: what the sides of f32 [1, 2, 1, 2, 5] mean is not known; --axes names them"),
    ("match_template g.npy i16.npy o.npy", "match_template: ", "allowed: one type"),
]

FILES = [
    ("mean missing.npy o.npy", "cannot read 'missing.npy': No such file or directory"),
    ("mean g.npy none/o.npy", "cannot write 'none/o.npy': No such file or directory"),
    ("mean g.npy g.npy", "the result 'g.npy' would be written over the input 'g.npy'"),
    ("mean g.npy o.xyz", "o.xyz: no image format has the suffix '.xyz'; known: .png"),
    ("mean g.npy adir", "adir is a folder; --out-dir adir writes results into it, named as the inputs"),
    ("minmaxloc g.npy o.tif", "o.tif: table is a table of least, greatest,", "allowed: a file that ends in .csv, .txt or .npy"),
    ("region_statistics i32.npy g.npy o.png", "o.png: table is a table of label, area,", "allowed: a file that ends in .csv"),
    ("crop i16.npy o.png", ".png cannot hold samples of type i16; use .tif"),
    ("crop i64.npy o.tif", ".tif cannot hold samples of type i64"),
    ("mean g.npy o.npy --kszie 3", "unknown option '--kszie' of 'lenslet run mean': did you mean '--ksize'?"),
    ("gausian g.npy o.npy", "unknown op 'gausian': did you mean 'gaussian'?"),
    ("label g.npy o.npy --neighbors 8", "did you mean '--neighbours'?"),
]


class Wrong(ToolTest):
    def setUp(self):
        super().setUp()
        whole = [value % 5 for value in range(48)]
        for name, code in (("g", "|u1"), ("i16", "<i2"), ("i32", "<i4"), ("i64", "<i8"), ("f32", "<f4")):
            (self.folder / f"{name}.npy").write_bytes(npy(whole, code, GREY))
        (self.folder / "c.npy").write_bytes(npy(whole, "|u1", "(4, 4, 3)"))
        (self.folder / "line.npy").write_bytes(npy([1, 2, 3, 4, 5]))
        (self.folder / "deep.npy").write_bytes(npy(range(20), shape="(1, 2, 1, 2, 5)"))

    def refuse(self, words, *parts):
        before = {path: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}
        done = self.run_tool("run", *words.split(), status=None)
        self.assertIn(done.returncode, (1, 2), words)
        self.assertEqual(done.stdout, "", words)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        for part in parts:
            self.assertIn(part, done.stderr, words)
        self.assertEqual({path: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}, before, words)

    def test_numbers(self):
        for call in NUMBERS:
            self.refuse(*call)

    def test_options(self):
        (self.folder / "pages.npy").write_bytes(npy(range(60), "|u1", "(2, 5, 6)"))
        (self.folder / "far.npy").write_bytes(npy([2**40] * 48, "<i8", GREY))
        for call in OPTIONS:
            self.refuse(*call)

    def test_neighbours(self):
        for call in NEIGHBOURS:
            self.refuse(*call)

    def test_types_and_channels(self):
        for call in TYPES:
            self.refuse(*call)

    def test_files_and_names(self):
        (self.folder / "adir").mkdir()
        for call in FILES:
            self.refuse(*call)


if __name__ == "__main__":
    main()
