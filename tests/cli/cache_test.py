"""lenslet cache: tuning results are shown, exported, imported, merged, pruned and cleared, and nothing is lost."""

import copy
import json
import os
import sqlite3

from tool import ToolTest, main, run

ENTRY = {
    "timestamp": "2026-01-02T03:04:05Z",
    "configuration": {"schedule": "buffer.window.single.literal.clamp.v1.x1.y4.g64x1"},
    "objectives": ["time"],
    "times": {},
    "invalidity": "correct",
    "correctness": 1,
    "measurements": [{"name": "time", "value": 2.5, "unit": "ms"},
                     {"name": "lower_quartile", "value": 2.4, "unit": "ms"},
                     {"name": "upper_quartile", "value": 2.6, "unit": "ms"}],
    "lenslet": {"op": "mean", "work": "u8x1 reflect101 window 3x3", "width": 640, "height": 480,
                "device": "Abacus 3000", "driver": "wood 1", "architecture": "beads", "format": 2, "samples": 20,
                "host_clock": False, "detail": "", "library": "0.1.0", "unix_time": 1767323045},
}


def entry(**changes):
    result = copy.deepcopy(ENTRY)
    for name, value in changes.items():
        place = result["lenslet"] if name in result["lenslet"] else result
        place[name] = value
    return result


def document(*entries):
    return json.dumps({"schema_version": "1.0.0", "results": list(entries)})


class Cache(ToolTest):
    def setUp(self):
        super().setUp()
        self.data = self.folder / "data"

    def cache(self, *arguments, status=0, data=None, kept="on"):
        done = run("cache", *arguments, cwd=self.folder,
                   env={"LENSLET_CACHE": kept, "LENSLET_DATA_DIR": str(data or self.data),
                        "LENSLET_CACHE_DIR": str(self.folder / "programs")})
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def take(self, *entries, data=None):
        (self.folder / "in.json").write_text(document(*entries))
        return self.cache("import", "in.json", "--any-device", data=data)

    def sql(self, statements, folder=None):
        with sqlite3.connect((folder or self.data) / "tuning.sqlite") as database:
            database.executescript(statements)
        database.close()

    def exported(self):
        return json.loads(self.cache("export", "-").stdout)["results"]

    def refused(self, text, *words):
        """Importing `text` fails for a reason that has these words in it, and changes nothing."""
        before = self.exported()
        (self.folder / "bad.json").write_text(text)
        error = self.cache("import", "bad.json", "--any-device", status=2).stderr
        for word in ("bad.json", "nothing was imported", *words):
            self.assertIn(word, error)
        self.assertEqual(self.exported(), before)

    def test_what_is_exported_is_what_was_imported(self):
        wrong = entry(invalidity="correctness", correctness=0, measurements=[], detail="one pixel is off")
        wrong["configuration"] = {"schedule": "buffer.direct.single.literal.clamp.v1.x1.y1.g8x1"}
        wrong["lenslet"]["samples"] = 0
        self.assertIn("2 of 2", self.take(ENTRY, wrong).stdout)
        self.assertEqual(self.exported(), [ENTRY, wrong])
        self.assertIn("0 of 2", self.take(ENTRY, wrong).stdout)
        self.cache("export", "out.json")
        self.cache("clear")
        self.assertEqual(self.exported(), [])
        self.cache("import", "out.json", "--any-device")
        self.assertEqual(self.exported(), [ENTRY, wrong])

    def test_the_later_trial_holds(self):
        self.take(ENTRY)
        later = entry(unix_time=ENTRY["lenslet"]["unix_time"] + 1, timestamp="2026-01-02T03:04:06Z")
        later["measurements"][0]["value"] = 7.5
        self.take(later)
        self.take(ENTRY)
        self.assertEqual(self.exported(), [later])

    def test_show(self):
        self.take(ENTRY, entry(op="median", device="Slide rule"))
        shown = self.cache("show").stdout
        self.assertRegex(shown, r"mean .*640x480 +Abacus 3000 +1 +0 +2\.500 +short looks +buffer\.window")
        self.assertIn("2 tuning results in", shown)
        self.assertIn("0.0 MiB of compiled programs in", shown)
        self.assertNotIn("mean", self.cache("show", "--device", "slide").stdout)
        self.assertEqual([case["op"] for case in json.loads(self.cache("show", "--json", "--op", "mean").stdout)["tuning"]],
                         ["mean"])

    def timed(self, rows, ms, **changes):
        trial = entry(**changes)
        trial["configuration"] = {"schedule": f"buffer.window.single.literal.clamp.v1.x1.y{rows}.g64x1"}
        trial["measurements"] = [{"name": name, "value": ms, "unit": "ms"}
                                 for name in ("time", "lower_quartile", "upper_quartile")]
        return trial

    def test_shows_what_won_in_turns_and_not_a_lucky_look(self):
        self.take(self.timed(1, 17.9), self.timed(2, 20.2, detail="won"), self.timed(4, 20.1, detail="tied"),
                  self.timed(8, 25, detail="lost"))
        shown = self.cache("show").stdout
        self.assertRegex(shown, r"mean .* 4 +0 +20\.200 +2 are equal +buffer\.\S+\.y2\.")
        case, = json.loads(self.cache("show", "--json").stdout)["tuning"]
        self.assertEqual((case["best_ms"], case["standing"], case["ties"], case["tried"]), (20.2, "won", 1, 4))

    def test_what_is_quarantined_at_any_size_is_not_shown_as_the_best(self):
        bad = self.timed(2, 1, width=64, height=48, invalidity="correctness", correctness=0)
        self.take(self.timed(2, 20, detail="won"), self.timed(4, 21, detail="lost"), bad | {"measurements": []})
        small, large = json.loads(self.cache("show", "--json").stdout)["tuning"]
        self.assertEqual((small["best_ms"], small["quarantined"]), (None, 1))
        self.assertEqual((large["best_ms"], large["standing"]), (21, "lost"))

    def test_looking_makes_nothing(self):
        self.assertIn("0 tuning results", self.cache("show").stdout)
        self.assertFalse(self.data.exists())

    def test_what_is_no_result_is_refused(self):
        self.take(ENTRY)
        self.refused("my diary", "not JSON")
        self.refused("[1, 2]", "'results'")
        self.refused("{}", "'results'")
        self.refused(document(1), "results[0]: an object is expected, not 1")
        good = entry(width=64, height=64)
        for bad, word in ((entry(op="maen"), "maen"), (entry(width=0), "'width' is 0"), (entry(samples="many"), "many"),
                          (entry(invalidity="so-so"), "so-so"), (entry(measurements=[]), "'time' is missing"),
                          (entry(configuration={"schedule": "sideways"}), "sideways"),
                          (entry(configuration={}), "'schedule' is missing")):
            self.refused(document(good, bad), "results[1]", word)
        negative = entry()
        negative["measurements"][0]["value"] = -1
        self.refused(document(negative), "-1")

    def test_numbers_out_of_range_are_refused(self):
        self.take(ENTRY)
        for changes, words in (({"unix_time": 2**63 - 1}, "'unix_time' is 9223372036854775807; allowed: 0 to 253402300799"),
                               ({"unix_time": -1}, "lenslet.unix_time: -1 is out of range"),
                               ({"unix_time": 2**64}, "lenslet.unix_time: a whole number is expected"),
                               ({"samples": -20}, "lenslet.samples: -20 is out of range"),
                               ({"samples": 1.9}, "lenslet.samples: a whole number is expected, not 1.9"),
                               ({"width": 1e30}, "lenslet.width: a whole number is expected, not 1e+30"),
                               ({"format": 2**31}, "lenslet.format: 2147483648 is out of range"),
                               ({"height": 2**40}, "'height' is 1099511627776")):
            self.refused(document(entry(**changes)), words)

    def test_json_that_is_nested_too_deep_is_refused(self):
        for text in ("[" * 100000 + "]" * 100000, '{"results": ' * 100000,
                     document(entry(detail="x")).replace('"x"', "[" * 100 + "]" * 100)):
            self.refused(text, "arrays and objects in one another more than 64 deep")

    def test_results_of_another_device_are_refused(self):
        (self.folder / "in.json").write_text(document(ENTRY))
        error = self.cache("import", "in.json", status=2).stderr
        self.assertIn("'Abacus 3000', which is no device of this machine", error)
        self.assertFalse(self.data.exists())

    def test_merge_takes_another_store(self):
        self.take(ENTRY, data=self.folder / "other")
        self.take(entry(op="median"))
        self.assertIn("1 of 1", self.cache("merge", "other").stdout)
        self.assertEqual(len(self.exported()), 2)
        self.assertIn("there is no tuning store", self.cache("merge", "nowhere", status=1).stderr)

    def test_merge_changes_nothing_but_the_users_own_store(self):
        foreign = self.folder / "foreign"
        foreign.mkdir()
        with sqlite3.connect(foreign / "tuning.sqlite") as database:
            database.execute("CREATE TABLE diary (day)")
        database.close()
        before = (foreign / "tuning.sqlite").read_bytes()
        self.assertIn("is no store that can be read", self.cache("merge", "foreign", status=1).stderr)
        self.assertEqual([file.name for file in foreign.iterdir()], ["tuning.sqlite"])
        self.assertEqual((foreign / "tuning.sqlite").read_bytes(), before)
        self.assertFalse(self.data.exists())

    def test_merge_says_what_it_passes_over(self):
        self.take(ENTRY, entry(op="median"), data=self.folder / "other")
        self.sql("UPDATE trials SET samples = -1 WHERE key = 1", self.folder / "other")
        done = self.cache("merge", "other")
        self.assertIn("1 of 1 tuning results taken", done.stdout)
        self.assertIn("1 of its rows", done.stderr)

    def test_a_store_is_not_merged_into_itself(self):
        self.take(ENTRY)
        (self.folder / "link").symlink_to(self.data)
        for name in ("data", "link"):
            self.assertIn("the store that results would be merged into", self.cache("merge", name, status=2).stderr)
        self.assertEqual(self.exported(), [ENTRY])

    def test_views_in_the_place_of_tables_are_not_read(self):
        views = "PRAGMA application_id = 0x4c4e5354; PRAGMA user_version = 1;"
        for name in ("keys", "trials"):
            views += (f"CREATE VIEW {name} AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
                      " SELECT i AS id, i AS op FROM n WHERE i < 0;")
        for folder in ("data", "other"):
            (self.folder / folder).mkdir()
            self.sql(views, self.folder / folder)
        self.assertIn("other tables, indices, views or triggers", self.cache("merge", "other", status=1).stderr)
        self.assertIn('it is kept as "tuning.sqlite.bad-1"', self.cache("show").stderr)

    def test_what_lies_in_the_store_cannot_break_an_export(self):
        self.take(ENTRY, entry(op="median"))
        self.sql(f"UPDATE trials SET unix_time = {2**63 - 1} WHERE key = 1")
        self.assertEqual([each["lenslet"]["op"] for each in self.exported()], ["median"])
        self.take(ENTRY)
        self.assertEqual(len(self.exported()), 2)

    def test_an_export_overwrites_nothing_of_the_store(self):
        self.take(ENTRY)
        (self.folder / "hard").hardlink_to(self.data / "tuning.sqlite")
        for name in ("data/tuning.sqlite", "data/tuning.sqlite-wal", "data/tuning.lock", "data/tuning.sqlite.bad-1", "hard"):
            self.assertIn("is a file of the store or of the program cache itself", self.cache("export", name, status=2).stderr)
        self.assertEqual(self.exported(), [ENTRY])
        self.cache("export", "data/tuning.json")

    def test_new_folders_are_the_users_alone(self):
        self.take(ENTRY)
        modes = {path.name: path.stat().st_mode & 0o777 for path in [self.data, *self.data.iterdir()]}
        self.assertEqual(modes, {"data": 0o700, "tuning.sqlite": 0o600, "tuning.lock": 0o600})

    def test_what_others_may_write_is_not_used(self):
        self.take(ENTRY)
        for path, mode in ((self.data, 0o777), (self.data / "tuning.sqlite", 0o666)):
            before = path.stat().st_mode
            path.chmod(mode)
            for arguments in (["show"], ["export", "-"], ["clear"], ["import", "in.json", "--any-device"]):
                self.assertIn(f"others may write '{path}' (mode 0{mode:o})", self.cache(*arguments, status=1).stderr)
            path.chmod(before)
        self.assertEqual(self.exported(), [ENTRY])

    def test_clear_deletes_what_was_named(self):
        self.take(ENTRY, entry(op="median"))
        self.assertIn("1 tuning results deleted", self.cache("clear", "--op", "mean").stdout)
        self.assertEqual([each["lenslet"]["op"] for each in self.exported()], ["median"])

    def test_clear_programs(self):
        programs = self.folder / "programs"
        self.cache("clear", "--programs")
        self.assertFalse(programs.exists())
        env = {"LENSLET_DATA_DIR": str(self.data), "LENSLET_CACHE_DIR": str(programs)}
        run("bench", "brightness", "--size", "64x48", "--repeats", "1", env=env | {"LENSLET_CACHE": "on"})
        with sqlite3.connect(programs / "programs.sqlite") as database:
            self.assertGreater(database.execute("SELECT COUNT(*) FROM programs").fetchone()[0], 0)
        self.assertNotIn(" 0.0 MiB", self.cache("show").stdout)
        self.cache("clear", "--programs")
        with sqlite3.connect(programs / "programs.sqlite") as database:
            self.assertEqual(database.execute("SELECT COUNT(*) FROM programs").fetchone()[0], 0)

    def test_a_damaged_program_cache_is_set_aside_and_said(self):
        programs = self.folder / "programs"
        programs.mkdir()
        for command in (["show"], ["clear", "--programs"]):
            (programs / "programs.sqlite").write_text("no database" * 100)
            said = self.cache(*command).stderr
            self.assertIn("the program cache in", said)
            self.assertIn("is kept as", said)
        self.assertEqual(self.cache("show").stderr, "")

    def test_prune_deletes_what_no_run_can_find(self):
        self.take(ENTRY, entry(op="median", format=0))
        self.assertIn("1 tuning results deleted", self.cache("prune").stdout)
        self.assertEqual([each["lenslet"]["op"] for each in self.exported()], ["mean"])

    def test_a_store_that_cannot_be_written_is_an_error(self):
        self.data.write_text("no directory")
        (self.folder / "in.json").write_text(document(ENTRY))
        self.assertIn("cannot be stored", self.cache("import", "in.json", "--any-device", status=1).stderr)

    def test_a_newer_store_is_refused_and_kept(self):
        self.take(ENTRY)
        with sqlite3.connect(self.data / "tuning.sqlite") as database:
            database.execute("PRAGMA user_version = 99")
        database.close()
        for arguments in (["show"], ["clear"], ["import", "in.json", "--any-device"]):
            self.assertIn("format version 99, of a newer Lenslet", self.cache(*arguments, status=1).stderr)
        with sqlite3.connect(self.data / "tuning.sqlite") as database:
            self.assertEqual(database.execute("SELECT COUNT(*) FROM trials").fetchone()[0], 1)

    def test_warm_makes_first_calls_need_no_compiler(self):
        words = ("warm", "mean", "invert", "--type", "u8", "--size", "64x48", "--device", os.environ.get("LENSLET_DEVICE", ""))
        self.assertRegex(self.cache(*words).stdout, r"[0-9]+ calls on .* in [0-9]+ s: [1-9][0-9]* programs compiled, 0 were there")
        self.assertRegex(self.cache(*words).stdout, r"[0-9]+ calls on .*: 0 programs compiled, [1-9][0-9]* were there")
        (self.folder / "in.pgm").write_bytes(b"P5 64 48 255\n" + bytes(64 * 48))
        done = run("run", "mean", "--ksize", "7", "in.pgm", "out.pgm", "--json", cwd=self.folder,
                   env={"LENSLET_CACHE": "on", "LENSLET_DATA_DIR": str(self.data), "LENSLET_CACHE_DIR": str(self.folder / "programs")})
        self.assertEqual(json.loads(done.stdout)["files"][0]["programs"]["compiled"], 0, done.stderr)

    def test_warm_says_what_it_cannot_do(self):
        self.assertIn("equalize", self.cache("warm", "equalize", "--type", "f32", "--size", "64x48", status=2).stderr)
        self.assertIn("unknown op 'maen'", self.cache("warm", "maen", status=2).stderr)
        self.assertIn("nothing would be kept", self.cache("warm", "mean", status=2, kept="off").stderr)
        done = self.cache("warm", "nosuch.cl", status=2)
        self.assertIn("nosuch.cl", done.stderr)


if __name__ == "__main__":
    main()
