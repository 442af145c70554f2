"""The browser the other tests drive, on the project's own pages and under its own policy."""

from __future__ import annotations


def test_chromium_opens_the_site(site, page):
    answer = page.goto(f"{site.url}/health")
    assert answer.status == 200
    assert page.inner_text("body").strip() == "ok"


def test_a_script_inside_a_page_is_refused_and_noticed(site, page):
    page.goto(f"{site.url}/nothing-is-here/")
    page.problems.clear()
    page.evaluate(
        "() => { const s = document.createElement('script'); s.text = 'window.ran = 1'; document.body.append(s) }"
    )
    assert page.evaluate("() => window.ran") is None
    assert "Content Security Policy" in page.problems.pop()
