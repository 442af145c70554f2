"""Own slides, sayings and the rules of the day; a picture is one, and holds nothing else."""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO

import pytest
from PIL import Image

from tests.backends import ON_SQLITE
from tests.cast import Day
from tests.refusals import refused
from tournament.actions import slides
from tournament.models import Event, Slide
from tournament.rules.errors import Refused, Stale

pytestmark = [pytest.mark.django_db, ON_SQLITE]


def sent(form: str, size: tuple[int, int] = (40, 30), **more: object) -> str:
    buffer = BytesIO()
    Image.new("RGB", size, "#0B3B2B").save(buffer, form, **more)
    return b64encode(buffer.getvalue()).decode()


def titles(day: Day) -> list[str]:
    return [str(slide) for slide in Slide.objects.filter(event=day.event)]


def add(day: Day, **typed: str) -> int:
    return slides.add_slide(by=day.mc, event=day.event, **typed)


def test_slides_stand_in_their_order_and_can_be_moved():
    day = Day("syg")
    first, *_ = [add(day, title=title) for title in ("Welcome", "Lunch", "Thanks")]
    slides.move_slide(by=day.mc, slide=first, steps=1)
    assert titles(day) == ["Lunch", "Welcome", "Thanks"]
    slides.move_slide(by=day.mc, slide=first, steps=9)
    assert titles(day) == ["Lunch", "Thanks", "Welcome"]


@pytest.mark.parametrize(("form", "kind"), [("PNG", "image/png"), ("JPEG", "image/jpeg"), ("WEBP", "image/webp")])
def test_a_picture_is_kept_in_its_kind_no_larger_than_a_screen(form, kind):
    day = Day("syg")
    slide = Slide.objects.get(pk=add(day, picture=sent(form, (4000, 1000))))
    assert (slide.content_type, str(slide)) == (kind, "Picture")
    with Image.open(BytesIO(slide.picture)) as kept:
        assert (kept.format, kept.size) == (form, (1920, 480))


def test_where_a_photograph_was_taken_is_not_kept():
    day = Day("syg")
    exif = Image.Exif()
    exif[0x010E] = "Mia at home"
    slide = Slide.objects.get(pk=add(day, picture=sent("JPEG", exif=exif)))
    assert b"Mia at home" not in bytes(slide.picture)


@pytest.mark.parametrize("bad", [b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"GIF89a", b"\x89PNG\r\n\x1a\n", b"x"])
def test_what_is_no_picture_is_refused(bad):
    day = Day("syg")
    with refused(Refused, slides.NO_PICTURE):
        add(day, picture=b64encode(bad).decode())


def test_a_picture_that_is_too_large_is_refused():
    day = Day("syg")
    with refused(Refused, "This picture is larger than 8 MB. Send a smaller one."):
        add(day, picture=b64encode(bytes(slides.MOST_BYTES_SENT + 3)).decode())
    with refused(Refused, "This picture has too many pixels. Send a smaller one."):
        add(day, picture=sent("PNG", (10_000, 5_001)))


def test_a_slide_says_something_and_not_too_much():
    day = Day("syg")
    with refused(Refused, "A slide needs a title, words or a picture."):
        add(day, title="  ", text="\n")
    with refused(Refused, "The text can have 600 characters; that’s 601. People read only a few words."):
        add(day, text="x" * 601)
    with refused(Refused, "The title has characters that can’t be shown. Type it again."):
        add(day, title="Lunch\x07")


def test_two_who_change_a_slide_at_once_both_see_both():
    day = Day("syg")
    pk = add(day, title="Lunch")
    slides.change_slide(by=day.mc, slide=pk, title="Lunch at noon", version=1)
    with pytest.raises(Stale) as caught:
        slides.change_slide(by=day.mc, slide=pk, title="Dinner", version=1)
    assert (caught.value.theirs["title"], caught.value.yours["title"]) == ("Lunch at noon", "Dinner")


def test_sayings_are_tidied_and_an_empty_list_is_the_one_that_comes_along():
    day = Day("syg")
    assert slides.set_sayings(by=day.mc, event=day.event, sayings=[" the  tallest ", "", "the youngest"], was=[]) == 2
    assert Event.objects.get().sayings == ["the tallest", "the youngest"]
    with pytest.raises(Stale):
        slides.set_sayings(by=day.mc, event=day.event, sayings=["the oldest"], was=[])
    slides.set_sayings(by=day.mc, event=day.event, sayings=[])
    assert Event.objects.get().sayings == []


def test_the_rules_of_the_day_keep_their_lines():
    day = Day("syg")
    slides.set_rules_of_the_day(by=day.mc, event=day.event, text=" No phones \r\n\r\n\r\n Be  kind", was="")
    assert Event.objects.get().rules_of_the_day == "No phones\n\nBe kind"
    with pytest.raises(Stale):
        slides.set_rules_of_the_day(by=day.mc, event=day.event, text="Shout", was="")
