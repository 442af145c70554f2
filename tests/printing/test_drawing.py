"""What every document is drawn with: letters of any script, words that fit, seats, cards and QR codes."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import ImageStat

from scoring.rules.cards import FACES
from tests.cast import LONG_NAME, PEOPLE
from tests.printing.reading import PrintedDocument, bare, has
from tournament.printing import fonts, marks, text
from tournament.printing.paper_sizes import A3, A4, LETTER
from tournament.printing.pen import Pen

NAMES = (*PEOPLE, "O'Brien-Smith", "Nguyễn Thị Ánh", "Владимир Ильич", "Ελένη", "דוד", "<b>Bold</b> & Co")


def drawn(draw, paper=A4):
    out = BytesIO()
    pen = Pen(out, paper, "A test")
    draw(pen)
    pen.next_page()
    pen.save()
    return PrintedDocument(out.getvalue())


@pytest.mark.parametrize(("paper", "size"), [(A4, (595, 842)), (LETTER, (612, 792)), (A3, (842, 1191))])
def test_paper_has_its_size(paper, size):
    assert drawn(Pen.to_front, paper).pages[0].size == size


def every_name(draw):
    """A page for each of the names."""

    def pages(pen):
        for name in NAMES:
            draw(pen, name)
            pen.next_page()

    return zip(NAMES, drawn(pages).pages, strict=False)


def test_every_name_prints_as_it_is():
    for name, page in every_name(lambda pen, name: pen.text(40, 80, name, 14)):
        assert has(page.text, name)
        assert text.INSTEAD not in page.text


@pytest.mark.parametrize(("across", "down"), [(420, 30), (120, 30), (70, 40), (30, 12)])
def test_a_name_fits_its_box_whole(across, down):
    for name, page in every_name(lambda pen, name: pen.fitted(100, 100, across, down, name, 18, fonts.BOLD)):
        assert has(page.text, name)
        assert min(letter.left for letter in page.letters) >= 97  # a J hangs over
        assert max(letter.right for letter in page.letters) <= 103 + across
        assert max(letter.top for letter in page.letters) <= 842 - 99
        assert min(letter.bottom for letter in page.letters) >= 842 - 101 - down - 2


def test_letters_of_right_to_left_scripts_are_shaped_and_turned():
    ((_, shown),) = text.pieces("محمد", fonts.PLAIN)
    assert shown == "ﺪﻤﺤﻣ"  # final dal, medial meem, medial hah, initial meem: from left to right


def test_a_name_of_two_scripts_is_drawn_in_two_fonts():
    first, second = text.pieces("Bruce 李小龍", fonts.BOLD)
    assert first == (fonts.BOLD, "Bruce ")
    assert second[0].startswith("Other-")
    assert second[1] == "李小龍"


def test_the_rings_of_a_public_name_print():
    assert "".join(part for _, part in text.pieces("李○○", fonts.BOLD)) == "李○○"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana 😀", "Ana �"),
        ("👩‍👩‍👧 Ben", "� Ben"),
        ("Cal 👍🏽!", "Cal �!"),
        ("Dee ❤️", "Dee �"),
        ("Eve\u200b\u202e", "Eve"),
    ],
)
def test_an_emoji_is_replaced_visibly(name, shown):
    assert "".join(part for _, part in text.pieces(name, fonts.PLAIN)) == shown


def test_a_script_without_a_font_is_said_with_what_to_install(monkeypatch, settings, tmp_path):
    monkeypatch.setattr(fonts, "folders", lambda: [tmp_path])
    fonts.forget()
    text.forget()
    try:
        lacking = fonts.without_font(["Mia", "Nguyễn Thị Ánh", "李小龍", "محمد", "ꦲꦏ꧀ꦱꦫ", "Dee ❤️"])
        assert [script.name for script in lacking] == ["Arabic", "Chinese", "Javanese", "emoji"]
        assert "apt-get install fonts-dejavu-core" in fonts.warning(lacking)[0]
        assert "".join(part for _, part in text.pieces("李小 龍!", fonts.BLACK)) == "�� �!"
    finally:
        monkeypatch.undo()
        fonts.forget()
        text.forget()


def test_chinese_japanese_korean_arabic_and_hebrew_have_fonts_on_a_fresh_laptop(monkeypatch):
    """Only the fonts that the program installs are there."""
    monkeypatch.setattr(fonts, "folders", lambda: list(fonts._of_packages()))
    fonts.forget()
    text.forget()
    try:
        names = ["李小龍", "简体王伟", "歐陽靜怡", "ひらがな カタカナ", "김민수", "محمد علي پژمان", "דוד", "王○○"]
        assert fonts.without_font(names) == []
        document = drawn(lambda pen: [pen.text(40, 80 + 20 * n, name, 14) for n, name in enumerate(names)])
        assert all(has(document.text, name) for name in names)
        assert "�" not in document.text
    finally:
        monkeypatch.undo()
        fonts.forget()
        text.forget()


def test_letters_of_a_thin_font_are_as_heavy_as_the_rest():
    def darkness(weight: str) -> float:
        page = drawn(lambda pen: pen.text(40, 80, "李小龍歐陽", 40, weight)).pages[0]
        return 1 - ImageStat.Stat(page.picture(2).crop((80, 84, 480, 172))).mean[0] / 255

    assert darkness(fonts.PLAIN) > 0.15
    assert darkness(fonts.BOLD) > darkness(fonts.PLAIN) * 1.15


def test_a_font_put_into_the_data_folder_is_found(settings, tmp_path):
    settings.DATA = tmp_path
    assert fonts.folders()[0] == tmp_path / "fonts"


def test_fonts_that_cannot_be_used_are_left_out(tmp_path):
    for name, content in {"a.ttf": b"", "b.otf": b"OTTO" + bytes(90), "c.ttf": b"\0\1\0\0" + bytes(90)}.items():
        Path(tmp_path, name).write_bytes(content)
        assert fonts._load(tmp_path / name) is None
    assert fonts._load(tmp_path / "none.ttf") is None


def test_only_what_is_used_is_embedded():
    document = drawn(lambda pen: pen.text(40, 80, "李小龍 and Mia", 14))
    assert len(document.content) < 60_000
    assert document.content.count(b"/FontFile2") == 2


@settings(max_examples=60)
@example("\U00018d09\U0001ed01", 20, 10)  # a letter newer than this Python beside one from right to left
@example("محمد \u2067x\u2069 \u2066y\u2069 \u2068z", 40, 10)
@given(st.text(min_size=1, max_size=80), st.floats(20, 400), st.floats(10, 80))
def test_whatever_is_written_fits(words, across, down):
    fitted = text.fit(words, across, down, 16)
    assert all(text.width(line, fitted.size) <= across + 0.01 for line in fitted.lines if len(line) > 1)
    assert bare("".join(fitted.lines)) == bare(words)


def test_inside_a_sentence_the_full_stop_of_an_arabic_name_stays_at_its_end():
    """From right to left: the stop after a last name's letter stands left of it, as where the name stands alone."""
    alone, inside = (
        "".join(part for _, part in text.pieces(words, fonts.PLAIN))
        for words in ("محمد ا.", "Table 2: \u2068محمد ا.\u2069, then home")
    )
    assert alone.startswith(".")
    assert inside == f"Table 2: {alone}, then home"


def test_a_name_of_80_letters_is_not_made_too_small_to_read():
    assert len(LONG_NAME) == 80
    assert text.fit(LONG_NAME, 200, 26, 12, fonts.BOLD).size > 8


@pytest.mark.parametrize("size", [60, 90, 200])
def test_a_qr_code_is_read_from_a_picture(size):
    link = "http://192.168.178.201:8000/t/abcdefghijklmnopqrstuv"
    document = drawn(lambda pen: marks.qr_code(pen, link, 60, 60, size))
    assert document.pages[0].codes() == [link]


def test_seats_and_cards_are_drawn_within_their_places():
    def draw(pen):
        for number in range(1, 11):
            marks.seat(pen, number, 40 * number, 60, 32)
        for number, face in enumerate((*FACES, "Double")):
            marks.card(pen, face, 30 + 33 * number, 120, 30)
        marks.clock(pen, 500, 120, 20)
        marks.scissors(pen, 550, 120, 20)

    page = drawn(draw).pages[0]
    page.check()
    assert bare(page.text).startswith("678910")
    assert "Double" in bare(page.text)
    picture = page.picture(1)
    assert picture.getpixel((44 + 120, 64)) < 60  # the block's card
    assert picture.getpixel((40 + 12, 60 + 17)) > 200  # the flame is cut out
    assert picture.getpixel((505, 126)) < 60 < 200 < picture.getpixel((515, 126))  # a clock's last quarter is gone
    assert picture.getpixel((550, 128)) < 120  # where the blades cross


def test_what_is_the_same_on_many_pages_is_stored_once():
    def stamped(pen, pages):
        for _ in range(pages):
            pen.stamp("back", lambda pen: [pen.text(50, 60 + 9 * n, f"line {n} of the back", 8) for n in range(80)])
            pen.next_page()

    ten, hundred = (len(drawn(lambda pen, n=n: stamped(pen, n)).content) for n in (10, 100))
    assert hundred < ten + 90 * 600
    assert drawn(lambda pen: stamped(pen, 3)).pages[2].text.startswith("line 0 of the back")


CLASHES = {
    "one word on another": [(60, 60, "Ana"), (60, 60, "Ben")],
    "one figure on another": [(60, 60, "1"), (60, 60, "7")],
    "half a line too high": [(60, 60, "Hand"), (60, 65, "Table")],
    "into the next column": [(60, 60, "Wolfeschlegel"), (100, 60, "Riverside")],
    "a large number over a small name": [(60, 60, "16", 60), (70, 50, "Zo\u00eb")],
    "off the right edge": [(580, 60, "Riverside")],
    "off the lower edge": [(60, 850, "Riverside")],
}


@pytest.mark.parametrize("what", CLASHES)
def test_control_a_page_on_which_words_meet_or_leave_is_found(what):
    page = drawn(lambda pen: [pen.text(*words) for words in CLASHES[what]]).pages[0]
    with pytest.raises(AssertionError):
        page.check()


def test_control_words_that_stand_close_are_fine():
    close = [
        (60, 60, "Hand"),
        (60, 71, "Table"),
        (89, 60, "Out"),
        (60, 82, "J\u00e1nos \u0130lker"),
        (60, 95, "fj\u00f6rd"),
    ]
    drawn(lambda pen: [pen.text(*words) for words in close]).pages[0].check()


def test_a_document_has_a_title_a_language_and_places_to_go_to():
    def draw(pen):
        pen.part("First part")
        pen.part("Second part")
        pen.bookmark("Table 1")
        pen.next_page()
        pen.bookmark("Table 2")

    document = drawn(draw)
    assert document.file.get_metadata_value("Title") == "A test"
    assert b"/Lang (en)" in document.content
    assert b"/DisplayDocTitle true" in document.content
    assert document.bookmarks == [(0, "Second part", 1), (1, "Table 1", 1), (1, "Table 2", 2)]


def test_a_line_ends_at_a_hyphen_rather_than_within_a_word():
    assert text.wrap("Caleb Smith-Featherstonehaugh", 8, fonts.BOLD) == ["Caleb Smith-", "Featherstoneha", "ugh"]


@pytest.mark.parametrize(
    ("name", "across", "lines"),
    [
        ("Bartholomew Vea", 80, ["Bartholomew", "Vea"]),
        ("Wolfeschlegelsteinhausen", 80, ["Wolfeschl", "egelstein", "hausen"]),
    ],
)
def test_a_word_is_made_smaller_and_broken_only_where_it_could_not_be_read(name, across, lines):
    fitted = text.fit(name, across, 100, 16, fonts.BOLD)
    assert list(fitted.lines) == lines
    assert fitted.size == 16 if len(lines) > 2 else text.SMALLEST_READABLE_SIZE <= fitted.size < 16


@pytest.mark.parametrize("across", [n / 7 for n in range(610, 900, 3)])
def test_a_part_that_is_as_wide_as_its_line_keeps_its_hyphen(across):
    fitted = text.fit("Featherstonehaugh-Vea Bartholomew", across, 100, 16, fonts.BOLD)
    assert {"Featherstonehaugh-", "Vea", "Bartholomew"} <= set(" ".join(fitted.lines).replace("-V", "- V").split())


def test_a_box_that_is_as_high_as_a_name_needs_holds_it_readably():
    for across in (60, 73, 120, 300):
        high = text.needs(LONG_NAME, across, 11, fonts.BOLD)
        assert text.fit(LONG_NAME, across, high, 11, fonts.BOLD).size >= text.SMALLEST_READABLE_SIZE * 0.99


def test_nothing_is_fetched():
    drawn(lambda pen: pen.text(40, 80, "http://evil.example/x <img src='http://evil.example/'>", 14)).fetches_nothing()
