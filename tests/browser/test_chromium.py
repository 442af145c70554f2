"""The browser the other tests drive, on the project's own pages and under its own policy."""

from __future__ import annotations

import json

import pytest

from tests.browser.desks import LOOKED_AT_OF_EACH_LOOK, is_for_everyone


def test_chromium_opens_the_site(site, page):
    answer = page.goto(f"{site.url}/health")
    assert answer.status == 200
    assert json.loads(page.inner_text("body"))["process"]["ok"] is True


def test_a_script_inside_a_page_is_refused_and_noticed(site, page):
    page.goto(f"{site.url}/nothing-is-here/")
    page.problems.clear()
    page.evaluate(
        "() => { const s = document.createElement('script'); s.text = 'window.ran = 1'; document.body.append(s) }"
    )
    assert page.evaluate("() => window.ran") is None
    assert "Content Security Policy" in page.problems.pop()


@pytest.mark.parametrize("pale", ["", "color: #bbb", "background: #555", "opacity: 0.4"])
def test_one_pale_name_in_a_list_is_found_whatever_makes_it_pale(page, pale):
    """Though of names that look alike only the first few are looked at."""
    name = '<li style="color: #444; font-size: 20px; {pale}"><b>Mia</b></li>'
    alike, other = (name.format(pale="") * (LOOKED_AT_OF_EACH_LOOK + 2), name.format(pale=pale))
    names = f"<main><h1>Names</h1><ul>{alike}{other}{alike}</ul></main>"
    page.set_content(f'<html lang="en"><title>Names</title>{names}</html>')
    if pale:
        with pytest.raises(AssertionError, match="color-contrast"):
            is_for_everyone(page)
    else:
        is_for_everyone(page)
