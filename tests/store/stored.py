"""What a store holds, read without Lenslet."""

import sqlite3


def check_integrity(file):
    with sqlite3.connect(file) as database:
        (verdict,) = database.execute("PRAGMA integrity_check").fetchone()
        assert verdict == "ok", verdict
    database.close()


def numbers(file, work):
    """The numbers of the trials that store_writer kept under the name `work`."""
    with sqlite3.connect(file) as database:
        rows = database.execute("SELECT schedule FROM trials JOIN keys ON id = key WHERE work = ?", (work,)).fetchall()
    database.close()
    return {int(schedule.rsplit(".g", 1)[1].split("x")[0]) for (schedule,) in rows}
