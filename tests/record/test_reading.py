"""Every file that is no record is refused with one plain sentence."""

import io
import json
import os
import stat

import pytest

from scoring.record.check import NotARecord, read_record, read_stream, reading

from .made import record

VERSION = "This checker reads version 1 of the record, and the file is not of that version."
REFUSED = [
    ("empty", b"", "The file is empty."),
    ("blank", b" \n", "The file is empty."),
    ("no JSON", b"Round 1", "The file is not JSON (line 1, column 1)."),
    ("cut off", b'{"record": 1, "entries": [', "The file is cut off or not JSON (line 1, column 27)."),
    ("cut off in a text", b'{"record": 1, "name": "Uno', "The file is cut off or not JSON (line 1, column 23)."),
    ("two values", b'{"record": 1} {}', "The file is not JSON (line 1, column 15)."),
    ("Latin-1", '{"record": 1, "name": "Zoë"}'.encode("latin-1"), "The file is not UTF-8 text (byte 26 is not)."),
    ("a list", b"[1]", "The file is JSON but not a record: it is not an object."),
    ("no version", b"{}", 'The file is JSON but not a record: it has no "record" version.'),
    ("another version", b'{"record": 2}', VERSION),
    ("a text as version", b'{"record": "1"}', VERSION),
    ("true as version", b'{"record": true}', VERSION),
    ("1.0 as version", b'{"record": 1.0}', VERSION),
    ("a key twice", b'{"record": 1, "a": {"b": 1, "b": 2}}', 'The file says the key "b" twice in one object.'),
    ("NaN", b'{"record": 1, "a": NaN}', "The file holds NaN, which is no number."),
    ("minus infinity", b'{"record": 1, "a": -Infinity}', "The file holds -Infinity, which is no number."),
    ("depth", b'{"a": ' + b"[" * 200_000, "The file nests lists or objects too deeply, no record does."),
    (
        "digits",
        b'{"record": ' + b"1" * 5000 + b"}",
        "The file holds a number with thousands of digits, no record does.",
    ),
]


@pytest.mark.parametrize(("content", "sentence"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_a_file_that_is_no_record_is_refused(tmp_path, content, sentence):
    file = tmp_path / "record.json"
    file.write_bytes(content)
    with pytest.raises(NotARecord) as refused:
        read_record(file)
    assert str(refused.value) == sentence


def test_a_record_is_read_with_or_without_a_byte_order_mark(tmp_path):
    file = tmp_path / "record.json"
    for mark in (b"", b"\xef\xbb\xbf"):
        file.write_bytes(mark + json.dumps(record("bell")).encode())
        assert read_record(file) == record("bell")


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(NotARecord, match=r"^There is no such file\.$"):
        read_record(tmp_path / "nowhere.json")


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(NotARecord, match=r"^This is a folder, not a file\.$"):
        read_record(tmp_path)


def test_a_path_that_cannot_be_is_refused(tmp_path):
    with pytest.raises(NotARecord, match=r"^The file cannot be read: "):
        read_record(tmp_path / "a\0b")
    with pytest.raises(NotARecord, match=r"^The file cannot be read: "):
        read_record(tmp_path / ("a" * 5000))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_refused(tmp_path):
    file = tmp_path / "record.json"
    file.write_bytes(b"{}")
    file.chmod(stat.S_IWUSR)
    with pytest.raises(NotARecord, match=r"^There is no permission to read the file\.$"):
        read_record(file)


def test_a_huge_file_is_refused_before_it_is_read(tmp_path):
    file = tmp_path / "record.json"
    with file.open("wb") as sparse:
        sparse.truncate(reading.LARGEST_FILE + 1)
    with pytest.raises(NotARecord, match=r"^The file is larger than 50 MB, no record is\.$"):
        read_record(file)


def test_an_endless_stream_is_refused(monkeypatch):
    monkeypatch.setattr(reading, "LARGEST_FILE", 100)
    with pytest.raises(NotARecord, match=r"^The file is larger than"):
        read_stream(io.BytesIO(b" " * 200))
