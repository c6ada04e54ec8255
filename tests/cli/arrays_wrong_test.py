"""Ops of arrays with what is wrong: one line says the value and what is allowed, and nothing is written."""

from npy import npy
from tool import ToolTest, main


class Wrong(ToolTest):
    def setUp(self):
        super().setUp()
        self.save("x.npy", npy([1, 2, 4.5]))
        self.save("a.npy", npy([1, 2, 3, 4, 5, 6], shape="(2, 3)"))
        self.save("labels.npy", npy([1, 2], "<i4"))
        self.save("empty.npy", npy([], shape="(0,)"))

    def save(self, name, content):
        (self.folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())

    # `parts`: what the line must hold.
    def refuse(self, words, *parts, status=2):
        before = {path: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}
        done = self.run_tool(*words.split(), status=status)
        self.assertEqual(done.stdout, "", words)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertRegex(done.stderr, "^lenslet: ")
        for part in parts:
            self.assertIn(part, done.stderr)
        self.assertEqual({path: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}, before)

    def test_files_that_are_wrong(self):
        self.save("short.npy", npy([1, 2], shape="(3,)"))
        self.save("big.npy", npy([1, 2], code=">f4"))
        self.save("ragged.csv", "1,2\n3\n")
        self.save("words.csv", "1,2\n3,four\n")
        self.save("huge.csv", "1e400\n1\n")
        self.refuse("reduce sum missing.npy out.npy", "cannot read 'missing.npy': No such file or directory", status=1)
        self.refuse("reduce sum short.npy o.npy", "8 bytes of elements, f32 [3] has 12", status=1)
        self.refuse("reduce sum big.npy out.npy", "a .npy of '>f4'; allowed:", status=1)
        self.refuse("reduce sum ragged.csv out.npy", "line 2 has 1 numbers; allowed: 2", status=1)
        self.refuse("reduce sum huge.csv out.npy", "line 1: '1e400' is no number", status=1)
        self.refuse("reduce sum words.csv out.npy", "line 2: 'four' is no number", status=1)

    def test_words_that_are_wrong(self):
        self.refuse("reduce sun x.npy", "unknown op 'sun': did you mean 'sum'?")
        self.refuse("reduce", "'lenslet reduce' needs an op")
        self.refuse("reduce.sun x.npy", "unknown op 'reduce.sun': did you mean 'reduce.sum'?")
        self.refuse("run reduce sun x.npy", "unknown op 'reduce': did you mean 'reduce.sum'?")
        self.refuse("reduce sum", "no input files")
        self.refuse("reduce dot x.npy", "1 of 2 input files")
        self.refuse("reduce sum x.npy --ddof 1", "unknown option '--ddof' of 'lenslet run reduce.sum'")
        self.refuse("reduce sum x.npy a.npy b.npy c.npy", "3 output files")
        self.refuse("reduce sum x.npy out.xyz", "out.xyz: allowed are .npy")
        self.refuse("reduce sum x.npy --type f99", "--type: unknown value 'f99'; allowed: u8, i8, u16")
        self.refuse("reduce variance x.npy --ddof 3", "ddof is 3 for 3 elements")
        self.refuse("reduce sum x.npy --schedule fast", "word 1 (finish) is 'fast', allowed: two_stage, atomic")

    def test_inputs_that_do_not_go_together(self):
        self.refuse("matmul a.npy a.npy out.npy", "[2, 3]", "allowed:")
        self.refuse("reduce dot x.npy a.npy", "x is f32 [3], y is f32 [2, 3]; allowed:")
        self.refuse("sort sort_pairs x.npy labels.npy out.npy", "2 values for 3 keys; allowed: a value for a key")
        self.refuse("fit x.npy labels.npy out.npy", "x is f32 [3], y is i32 [2]; allowed:")
        self.refuse("knn a.npy x.npy a.npy out.npy -k 1", "labels are f32 [3]; allowed: i32 or u32", "2 points")
        self.refuse("knn a.npy a.npy x.npy y.npy z.npy -k 1", "3 output files, knn makes 2: indices, distances")
        self.refuse("histogram a.npy --channels 2", "the last side of f32 [2, 3] has 3 channels; allowed: 2,")

    def test_numbers_that_are_out_of_range(self):
        self.refuse("knn a.npy a.npy out.npy -k 3", "k is 3 with 2 points; allowed: 1 to 2, or auto")
        self.refuse("knn a.npy a.npy out.npy -k 0", "--k is '0', allowed: an integer from 1 to 1024, or auto")
        self.refuse("knn a.npy a.npy out.npy -k some", "--k is 'some', allowed: an integer from 1 to 1024, or auto")
        self.refuse("fit x.npy x.npy out.npy --degree 3", "degree 3 with 3 points; allowed: 4 points and more")
        self.refuse("fit x.npy x.npy out.npy --degree 9", "--degree is '9', allowed: an integer from 0 to 8")
        self.refuse("sort top_k x.npy out.npy -k 4", "4", "allowed:")
        self.refuse("histogram x.npy --bins 0", "--bins is '0', allowed: an integer from 1 to")
        self.refuse("histogram x.npy --low 2 --high 1", "low is 2, high is 1; allowed:")

    def test_numbers_that_have_no_place(self):
        self.save("nan.csv", "1,2\n2,nan\n3,4\n")
        self.save("inf.csv", "1,2\ninf,3\n3,4\n")
        self.refuse("fit nan.csv out.npy", "y[1] is nan; allowed: finite")
        self.refuse("fit inf.csv out.npy", "x[1] is inf; allowed: finite")
        self.refuse("reduce sum nan.csv out.npy --type i32", "--type: x: element 3 is nan, which i32 cannot hold")
        self.refuse("reduce min empty.npy out.npy", "min of an empty array; allowed: 1 element and more")
        self.refuse("fit empty.npy empty.npy out.npy", "0 points; allowed: 2 points and more")
        self.refuse("knn empty.npy a.npy out.npy", "points are f32 [0]; allowed:")

    def test_an_archive_and_a_missing_mask_are_named(self):
        self.save("many.npz", "PK\x03\x04 and more")
        self.refuse("sort many.npz out.npy", "many.npz: a .npz, an archive of arrays;", status=1)
        self.refuse("run filter2d --mask nofile.txt a.png out.png", "--mask: no such file 'nofile.txt'")

    def test_a_table_between_tabs_is_read(self):
        self.save("table.tsv", "3\t1\n2\t5\n")
        self.assertEqual(self.run_tool("reduce", "sum", "table.tsv").stdout.strip(), "11")

    def test_types_that_an_op_does_not_have(self):
        self.save("doubles.csv", "1\n2\n")
        self.save("rows.csv", "1,2\n3,4\n")
        self.save("big.npy", npy([1, 2], "|b1").replace(b"|b1", b">i2"))
        self.refuse("histogram equalize doubles.csv out.npy", "x is f64 [2]; allowed: elements of u8, u16")
        self.refuse("histogram equalize x.npy out.npy", "x is f32 [3]; allowed: elements of u8, u16")
        self.save("wide.npy", npy([1, 2, 3], "<f8"))
        self.refuse("convolve wide.npy x.npy out.npy", "the mask is f32 and x f64; allowed: one type, as --type f64 makes it")
        self.refuse("convolve x.npy doubles.csv out.npy", "the mask is f64 and x f32; allowed: one type, as --type f32 makes it")
        self.refuse("sort big.npy out.npy", "big.npy: a .npy of '>i2'; allowed:", status=1)
        self.refuse("sort doubles.csv out.npy --type u8,u8", "2 types for 1 input (keys)", "allowed: 1 for all, or 1 for each")
        self.refuse("sort x.npy out.npy --type u99", "--type: unknown value 'u99'")

    def test_tables_of_other_columns(self):
        self.save("five.csv", "1,2,3,4,5\n1,2,3,4,5\n")
        self.refuse("fit five.csv out.npy", "five.csv: 5 columns; allowed: 3 (x, y, w)")
        self.save("heading.csv", "x,y\n")
        self.refuse("fit heading.csv", "1 of 2 input files", "a file alone has a column for each, heading.csv is f64 [0]")
        self.refuse("reduce dot a.npy", "1 of 2 input files", "a.npy is f32 [2, 3]")

    def test_outputs_that_cannot_be_written(self):
        (self.folder / "folder.npy").mkdir()
        self.save("text", "1\n")
        self.refuse("sort x.npy none/out.npy", "cannot write 'none/out.npy': No such file", status=1)
        self.refuse("sort x.npy text/out.npy", "cannot write 'text/out.npy': Not a directory", status=1)
        self.refuse("sort x.npy folder.npy", "cannot write 'folder.npy': it is a directory", status=1)
        self.refuse("sort x.npy out", "out: allowed are .npy")
        self.refuse("sort x.npy out.png", "out.png: an array of f32 [3] is no image; allowed:")
        self.refuse("knn a.npy a.npy i.npy ./i.npy -k 1", "'i.npy' and './i.npy' are one file")
        self.save("cube.npy", npy([1] * 8, shape="(2, 2, 2)"))
        self.refuse("scan cube.npy out.csv", "out.csv: an array of f32 [2, 2, 2] is no table; allowed:")
        # The second output's folder is missing: the first is not written either.
        self.refuse("knn a.npy a.npy i.npy none/d.npy -k 1", "cannot write 'none/d.npy'", status=1)

    def test_options_that_are_unknown(self):
        self.refuse("sort x.npy --degre 3", "unknown option '--degre' of 'lenslet run sort'")
        self.refuse("fit x.npy x.npy --degre 3", "unknown option '--degre' of 'lenslet run fit': did you mean '--degree'?")
        self.refuse("histogram equalise x.npy", "unknown op 'equalise': did you mean 'equalize'?")
        self.refuse("sort x.npy --device none-such", "none-such", status=3)


if __name__ == "__main__":
    main()
