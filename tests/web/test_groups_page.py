"""The organiser's groups: added, mended, merged, removed; and every way to hand a coordinator's link on."""

from __future__ import annotations

import csv
import html
import re
from typing import Any

import pytest
from django.test import Client, override_settings

from tests.cast import Day
from tests.printing.reading import PrintedDocument
from tests.refusals import everything
from tests.web.reading import read_page
from tests.web.test_new_event import text_of
from tests.web.visitors import come_in, coordinator, keeper
from tournament import addresses
from tournament.actions import erasing, groups, invitations
from tournament.log_kinds import Happened
from tournament.models import Account, Answered, Group, Invitation, LogEntry, Membership
from tournament.permissions import SYSTEM

pytestmark = pytest.mark.django_db

HERE = "/organise/youth-weekend/groups/"


@pytest.fixture
def ruth() -> Client:
    return keeper()


@pytest.fixture
def day() -> Day:
    day = Day("syg", entries_per_group=2)
    day.group("Riverside"), day.group("Riverside YG")
    return day


def page_of(day: Day, group: str = "Riverside YG") -> str:
    return f"{HERE}{day.group(group)}/"


def names() -> list[str]:
    return list(Group.objects.order_by("pk").values_list("name", flat=True))


def shown_link(text: str) -> str:
    (link,) = re.findall(r'value="(http[^"]+)" readonly', text)
    return link


# The list


def test_an_empty_list_says_what_to_do(ruth):
    Day("syg")
    text = text_of(ruth.get(HERE))
    assert "No groups yet" in text and "Add the groups above." in text


def test_a_name_that_stands_twice_in_the_list_is_mentioned(ruth):
    Day("syg")
    answer = ruth.post(HERE, {"do": "add", "lines": "Zion\nElim\nzion\n"}, follow=True)
    assert "2 groups added. 1 line repeated a group." in text_of(answer)


def test_a_list_is_pasted(ruth):
    Day("syg")
    answer = ruth.post(HERE, {"do": "add", "lines": "Bethel\r\n\r\n Zion \r\nBETHEL"}, follow=True)
    assert "2 groups added." in text_of(answer)
    answer = ruth.post(HERE, {"do": "add", "lines": "Zion\nElim"}, follow=True)
    assert "1 group added. You already had 1 group." in text_of(answer)
    assert names() == ["Bethel", "Zion", "Elim"]


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("", "Type the name of a group, or several, one on each line."),
        ("riverside", "There is already a group called “riverside”."),
        ("Elim\n" + "x" * 10_000, "Line 2: the group’s name can have 80 characters; this one has 10000."),
        ("Elim\nZi\x00on", "Line 2: the group’s name has characters that can’t be shown or printed."),
        ("\u202eElim", "The group’s name has characters that can’t be shown or printed. Type it again."),
    ],
)
def test_a_refused_list_is_still_there(ruth, day, lines, sentence):
    before = everything()
    answer = ruth.post(HERE, {"do": "add", "lines": lines})
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert f">{html.escape(lines)}</textarea>" in read_page(answer)
    assert everything() == before


@pytest.mark.parametrize("name", ["=HYPERLINK(1)", "+1", "-1", "@home", "<script>alert(1)</script>", "Elim 🎲", "محمد"])
def test_odd_names_are_names_and_shown_as_they_are(ruth, name):
    Day("syg")
    ruth.post(HERE, {"do": "add", "lines": name})
    pk = Group.objects.get(name=name).pk
    ruth.post(f"{HERE}{pk}/", {"do": "invite"})
    for page in (HERE, f"{HERE}{pk}/"):
        text = read_page(ruth.get(page))
        assert f"<bdi>{html.escape(name)}</bdi>" in text
        assert "<script>alert" not in text


def test_a_double_click_adds_once_and_a_stale_page_says_so(ruth):
    Day("syg")
    body = {"do": "add", "lines": "Bethel", "request": "0" * 32}
    assert [ruth.post(HERE, body).status_code for _ in range(2)] == [302, 302]
    assert names() == ["Bethel"]
    answer = ruth.post(HERE, body | {"lines": "Zion"})
    assert answer.status_code == 409
    assert "You’ve already sent this form" in text_of(answer)


@pytest.mark.parametrize("request_id", ["import-7", "0" * 31, "0" * 64, "G" * 32, "0" * 31 + "\x00"])
def test_a_request_id_that_no_page_of_ours_made_is_refused(ruth, request_id):
    """Else somebody could take an id before it is needed for something else."""
    Day("syg")
    answer = ruth.post(HERE, {"do": "add", "lines": "Bethel", "request": request_id})
    assert (answer.status_code, "doesn’t match its page" in text_of(answer)) == (422, True)
    assert names() == []
    assert not Answered.objects.exists()


def test_a_button_that_does_not_exist_does_nothing(ruth, day):
    answer = ruth.post(HERE, {"do": "everything"})
    assert answer.status_code == 422
    assert "Nothing was chosen. Press one of the buttons." in text_of(answer)


def test_every_group_shows_its_entries_and_whether_its_link_was_opened(ruth, day):
    day.enter("Mia O'Brien", "Riverside")
    day.enter("Ben", "Riverside", "reserve")
    coordinator(day.group("Riverside"))
    day.invite(day.group("Zion"))
    rows = re.findall(r'<bdi>([^<]+)</bdi></strong>\s*<span class="quiet">([^<]+)</span>.*?</svg>([^<]+)</span>',
                      text_of(ruth.get(HERE)), re.DOTALL)  # fmt: skip
    assert rows == [
        ("Riverside", "1 entry, 1 reserve", "Link opened"),
        ("Riverside YG", "Nobody entered", "No link"),
        ("Zion", "Nobody entered", "Link not opened"),
    ]


def test_the_missing_links_are_made_at_once_and_the_others_stay(ruth, day):
    kept = day.invite(day.group("Riverside"))
    assert "Make 1 link" in text_of(ruth.get(HERE))
    answer = ruth.post(HERE, {"do": "invite"}, follow=True)
    assert "1 link made." in text_of(answer) and "Every group has its link." in text_of(answer)
    assert Invitation.objects.filter(revoked_at__isnull=True).count() == 2
    assert Invitation.objects.get(pk=kept).revoked_at is None
    answer = ruth.post(HERE, {"do": "invite"})
    assert answer.status_code == 422
    assert "Every group already has its link." in text_of(answer)


# One group and its link


def test_a_link_is_made_shown_and_works(ruth, day):
    page = page_of(day)
    assert "Make the link" in text_of(ruth.get(page))
    ruth.post(page, {"do": "invite"})
    link = shown_link(text_of(ruth.get(page)))
    assert "Not opened yet" in text_of(ruth.get(page))
    phone = Client()
    assert come_in(phone, re.sub(r"^https?://[^/]+", "", link))["Location"] == f"/group/{day.group('Riverside YG')}/"
    assert "First opened on" in text_of(ruth.get(page))


def test_a_new_link_ends_the_old_and_revoking_ends_it_for_good(ruth, day):
    page = page_of(day)
    ruth.post(page, {"do": "invite"})
    phone = coordinator(day.group("Riverside YG"))
    first = shown_link(text_of(ruth.get(page)))
    ruth.post(page, {"do": "invite"})
    second = shown_link(text_of(ruth.get(page)))
    assert first != second
    assert phone.get(f"/group/{day.group('Riverside YG')}/").status_code == 404
    invitation = Invitation.objects.get(revoked_at__isnull=True).pk
    answer = ruth.post(page, {"do": "revoke", "invitation": invitation}, follow=True)
    assert "The link no longer works." in text_of(answer) and "Make the link" in text_of(answer)
    again = ruth.post(page, {"do": "revoke", "invitation": invitation})
    assert (again.status_code, "This invitation has already been cancelled." in text_of(again)) == (422, True)


def with_password(group: int, name: str = "Sam Reid") -> Client:
    """A coordinator who came by the group's link and set a password."""
    phone = coordinator(group)
    typed = {"name": name, "sign_in": name.split()[0].lower(), "password": "seven tall poppies"}
    assert phone.post(f"/group/{group}/password/", typed).status_code == 302
    return phone


@pytest.mark.parametrize("button", ["invite", "revoke"])
def test_a_link_in_the_wrong_hands_ends_with_the_accounts_that_were_made_by_it(ruth, day, button):
    group, page = day.group("Riverside YG"), page_of(day)
    early = with_password(group, "Ana Diaz")
    ruth.post(page, {"do": "invite"})  # Ana stays: she was trusted
    stranger = with_password(group)
    text = text_of(ruth.get(page))
    assert "Remove <bdi>Sam Reid</bdi> too, who set a password with this link" in text
    invitation = Invitation.objects.get(revoked_at__isnull=True).pk
    after = ruth.post(page, {"do": button, "invitation": invitation, "members": "1"}, follow=True)
    assert "Sam Reid is no longer a coordinator." in text_of(after)
    home = f"/group/{group}/"
    assert (stranger.get(home).status_code, early.get(home).status_code) == (404, 200)
    assert LogEntry.objects.latest("pk").facts["members"] == [Account.objects.get(username="sam").travel_id]
    assert "Sam Reid lost access too." in text_of(ruth.get("/organise/youth-weekend/log/"))


@pytest.mark.parametrize("button", ["invite", "revoke"])
def test_whoever_set_a_password_stays_where_the_link_was_only_lost(ruth, day, button):
    group, page = day.group("Riverside YG"), page_of(day)
    ruth.post(page, {"do": "invite"})
    assert "so far nobody has" in text_of(ruth.get(page))
    phone = with_password(group)
    ruth.post(page, {"do": button, "invitation": Invitation.objects.get().pk})
    assert phone.get(f"/group/{group}/").status_code == 200


def test_a_link_whose_secret_changed_is_not_shown(ruth, day):
    day.invite(day.group("Riverside YG"))
    Invitation.objects.update(nonce="0" * 32)
    text = text_of(ruth.get(page_of(day)))
    assert "The server’s secret has changed since this link was made" in text and "readonly" not in text
    assert "No group has a link yet" in read_page(ruth.get(f"{HERE}slips/"))


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_on_the_laptop_itself_the_link_names_the_address_in_the_hall(ruth, day, host):
    day.invite(day.group("Riverside YG"))
    text = text_of(ruth.get(page_of(day), headers={"host": f"{host}:8000"}))
    hall = addresses.in_the_hall()
    expected = f"http://{hall[0] if hall else host}:8000/join/"
    assert shown_link(text).startswith(expected)
    assert ("works only on the laptop" in text) is not bool(hall)


@pytest.mark.parametrize("host", ["192.168.178.20:8000", "cards.local", "[fd00::7]:8000"])
def test_whoever_comes_by_an_address_that_others_can_use_hands_that_on(ruth, day, host):
    day.invite(day.group("Riverside YG"))
    assert shown_link(text_of(ruth.get(page_of(day), headers={"host": host}))).startswith(f"http://{host}/join/")


def test_a_name_is_mended_and_two_names_are_both_shown(ruth, day):
    page = page_of(day)
    body = {"do": "rename", "name": "Riverside North", "was": "Riverside YG"}
    assert "Saved." in text_of(ruth.post(page, body, follow=True))
    answer = ruth.post(page, body | {"name": "Riverside South"})
    text = text_of(answer)
    assert answer.status_code == 409
    assert "<dd><bdi>Riverside North</bdi></dd>" in text and "<dd><bdi>Riverside South</bdi></dd>" in text
    assert 'name="name" value="Riverside South"' in text and 'name="was" value="Riverside North"' in text
    answer = ruth.post(page, {"do": "rename", "name": "riverside", "was": "Riverside North"})
    assert (answer.status_code, "There is already a group called “riverside”." in text_of(answer)) == (422, True)


def test_two_groups_are_merged_after_asking(ruth, day):
    day.enter("Mia O'Brien", "Riverside")
    day.enter("Ben", "Riverside YG")
    page, into = page_of(day), day.group("Riverside")
    asked = ruth.post(page, {"do": "merge", "into": into})
    text = text_of(asked)
    assert asked.status_code == 409
    assert "You can’t undo this. Merge them?" in text and 'name="sure" value="yes"' in text
    question = text[text.index("You can’t undo this") :][:900]
    assert "Yes, merge them</button>" in question and ">No</a>" in question and f'value="{into}"' in question
    assert re.search(rf'<option value="{into}" selected>', text)
    answer = ruth.post(page, {"do": "merge", "into": into, "sure": "1"}, follow=True)
    assert "Riverside YG is merged." in text_of(answer)
    assert names() == ["Riverside"]
    assert ruth.get(page).status_code == 404


def test_a_merge_that_would_break_a_limit_says_which(ruth, day):
    for name, group in (("Mia", "Riverside"), ("Ben", "Riverside"), ("Ivy", "Riverside YG")):
        day.enter(name, group)
    answer = ruth.post(page_of(day), {"do": "merge", "into": day.group("Riverside"), "sure": "1"})
    assert answer.status_code == 422
    assert "Together they would have 3 entries in Uno Open, and a group can have 2." in text_of(answer)


@pytest.mark.parametrize("into", ["", "x", "-1", "0", "9" * 40])
def test_merging_with_nothing_is_not_found(ruth, day, into):
    before = everything()
    assert ruth.post(page_of(day), {"do": "merge", "into": into, "sure": "1"}).status_code == 404
    assert everything() == before


def test_an_empty_group_is_removed_and_another_says_why_not(ruth, day):
    assert "Riverside YG is removed." in text_of(ruth.post(page_of(day), {"do": "remove"}, follow=True))
    day.enter("Mia O'Brien", "Riverside")
    page = page_of(day, "Riverside")
    assert "It still has people entered. Withdraw them first." in text_of(ruth.get(page))
    answer = ruth.post(page, {"do": "remove"})
    assert (answer.status_code, "still has people entered" in text_of(answer)) == (422, True)


def test_coordinators_with_a_password_are_listed_and_can_be_removed(ruth, day):
    group = Group.objects.get(name="Riverside YG")
    account = Account.objects.create(username="sam", first_name="Sam Reid")
    member = Membership.objects.create(account=account, event_id=day.event, group=group, role="coordinator")
    assert "<bdi>Sam Reid</bdi>" in text_of(ruth.get(page_of(day)))
    ruth.post(page_of(day), {"do": "dismiss", "membership": member.pk})
    assert not Membership.objects.filter(pk=member.pk).exists()


def test_groups_that_look_alike_are_proposed_for_merging(ruth, day):
    for name in ("Grace Baptist Church", "Grace Baptst", "Parish 1", "Parish 2", "Zion"):
        day.group(name)
    text = text_of(ruth.get(HERE))
    twins = re.findall(r'groups/(\d+)/\?into=(\d+)#merge"><span>The same as <bdi>([^<]*)</bdi>', text)
    known = {str(group.pk): group.name for group in Group.objects.all()}
    assert [(known[twin], name) for twin, _, name in twins] == [
        ("Grace Baptist Church", "Grace Baptst"),
        ("Grace Baptst", "Grace Baptist Church"),
        ("Riverside", "Riverside YG"),
        ("Riverside YG", "Riverside"),
    ]
    twin, into, _ = twins[0]
    assert f'<option value="{into}" selected>' in text_of(ruth.get(f"{HERE}{twin}/?into={into}"))
    assert ruth.get(f"{HERE}{twin}/?into={'9' * 40}").status_code == 200


def test_many_groups_can_be_searched(ruth, day):
    assert 'role="search"' not in text_of(ruth.get(HERE))
    for number in range(12):
        day.group(f"Parish {number}")
    found = text_of(ruth.get(HERE, {"q": "riverside"}))
    assert 'role="search"' in found and "14 groups" in found
    assert re.findall(r'class="name"><bdi>([^<]*)</bdi>', found) == ["Riverside", "Riverside YG"]
    assert "Nothing found" in text_of(ruth.get(HERE, {"q": "nobody"}))


# All links


def links_of(day: Day) -> list[tuple[str, str]]:
    made = Invitation.objects.filter(event=day.event, group__isnull=False).order_by("group__name")
    return [(link.group.name, f"http://testserver{invitations.path_of(link)}") for link in made]


def test_all_links_stand_on_one_page_with_who_has_opened_theirs(ruth, day):
    page = text_of(ruth.get(f"{HERE}links/"))
    assert "0 links" in page and page.count("No link yet") == 2 and "Copy all" not in page
    assert f'action="{HERE}"' in page and "Make 2 links" in page
    ruth.post(HERE, {"do": "invite"})
    come_in(Client(), links_of(day)[0][1])
    page = text_of(ruth.get(f"{HERE}links/"))
    assert "1 of 2 opened." in page and page.count("Not yet") == 1
    lines = "\n".join(f"{group}: {link}" for group, link in links_of(day))
    assert f'readonly spellcheck="false">{lines}</textarea>' in ruth.get(f"{HERE}links/").content.decode()
    assert 'data-copy="all-links"' in page and "data-print" in page


@pytest.mark.parametrize("more", [0, 28])
def test_all_links_take_the_same_queries_at_2_and_30_groups(ruth, day, more, django_assert_num_queries):
    for number in range(more):
        day.group(f"Parish {number}")
    ruth.post(HERE, {"do": "invite"}, follow=True)
    with django_assert_num_queries(5):
        ruth.get(f"{HERE}links/")


def test_many_links_come_page_by_page_and_all_of_them_to_copy_or_print(ruth, day):
    for number in range(70):
        day.group(f"Parish {number}")
    ruth.post(HERE, {"do": "invite"})
    page, last = ruth.get(f"{HERE}links/"), text_of(ruth.get(f"{HERE}links/", {"page": 2}))
    assert "72 links" in text_of(page) and "Groups 1–60 of 72" in text_of(page) and "Groups 61–72 of 72" in last
    assert [shown.count('<th scope="row">') for shown in (text_of(page), last)] == [60, 12]
    lines = re.search(r'spellcheck="false">([^<]*)</textarea>', page.content.decode())[1].splitlines()
    assert len(lines) == 72 and lines[-1].startswith("Riverside YG: http")
    assert 'href="/organise/youth-weekend/groups/links/?all=yes"' in text_of(page) and "data-print" not in text_of(page)
    whole = text_of(ruth.get(f"{HERE}links/", {"all": "yes"}))
    assert whole.count('<th scope="row">') == 72 and "data-print" in whole and "Groups 1–" not in whole


def test_all_links_are_a_file_for_a_spreadsheet(ruth, day):
    ruth.post(HERE, {"do": "invite"})
    groups.rename_group(by=day.organiser, group=day.group("Riverside YG"), name="=1+1", was="Riverside YG")
    come_in(Client(), links_of(day)[1][1])
    answer = ruth.get(f"{HERE}links.csv")
    rows = list(csv.reader(answer.content.decode("utf-8-sig").splitlines()))
    assert rows[0] == ["Group", "Link", "Opened"]
    assert [(group, link, bool(opened)) for group, link, opened in rows[1:]] == [
        ("'=1+1", links_of(day)[0][1], False),
        ("Riverside", links_of(day)[1][1], True),
    ]
    assert 'filename="youth-weekend-links.csv"' in answer["Content-Disposition"]


@pytest.mark.parametrize(
    ("site", "sentence"),
    [
        ("192.168.1.5:8000", "These links work only on this network: <bdi>http://192.168.1.5:8000</bdi>."),
        ("[fd00::5]:8000", "These links work only on this network: <bdi>http://[fd00::5]:8000</bdi>."),
        ("hall.local", "These links work only on this network: <bdi>http://hall.local</bdi>."),
        ("127.0.0.1:8000", "This laptop isn’t on a network, so links and slips work only on the laptop."),
        ("uno.example.org", ""),
        ("8.8.8.8", ""),
    ],
)
def test_the_page_says_where_its_links_work(ruth, day, site, sentence):
    ruth.post(HERE, {"do": "invite"})
    with override_settings(ALLOWED_HOSTS=["*"], EMBEDDED=False):
        pages = [text_of(ruth.get(path, headers={"host": site})) for path in (HERE, f"{HERE}links/")]
    for page in pages:
        assert (sentence in page) if sentence else ("these links" not in page.lower() and "laptop" not in page)


def test_once_names_are_erased_there_are_no_links(ruth, day):
    ruth.post(HERE, {"do": "invite"})
    erasing.erase_names(by=day.organiser, event=day.event)
    assert [ruth.get(f"{HERE}{path}").status_code for path in ("links/", "links.csv")] == [404, 404]


# Slips


def test_there_is_a_slip_for_every_group_with_its_link_and_closing_time(ruth, day):
    ruth.post(HERE, {"do": "invite"})
    ruth.post(
        "/organise/youth-weekend/uno-open/settings/", {"do": "closing-sure", "closes": "2031-05-06T18:00", "was": ""}
    )
    (page,) = PrintedDocument(ruth.get(f"{HERE}slips/?paper=letter").content).check().pages
    assert page.size == (612, 792)
    paths = [invitations.path_of(invitation) for invitation in Invitation.objects.order_by("group__name")]
    assert [re.sub(r"^https?://[^/]+", "", link) for link in page.codes()] == paths
    assert page.text.count("entries close 6 May 2031, 18:00") == 2
    assert page.text.count("Rehearsal: nobody here is real") == 2


def test_one_slip_is_printed_alone(ruth, day):
    ruth.post(HERE, {"do": "invite"})
    text = PrintedDocument(ruth.get(f"{HERE}slips/?group={day.group('Riverside YG')}").content).text
    assert "Riverside YG" in text
    assert text.count("Coordinator") == 1
    assert ruth.get(f"{HERE}slips/?group=x").status_code == 404


def test_before_there_are_links_there_are_no_slips(ruth, day):
    assert "Print the slips" not in text_of(ruth.get(HERE))
    day.invite(day.group("Riverside"))
    page = text_of(ruth.get(HERE))
    assert "Print the slips" in page and "1 has no link yet." in page


# Mail


def test_where_mail_is_set_up_the_page_offers_it_and_says_what_became_of_it(ruth, day):
    page, pk = page_of(day), day.invite(day.group("Riverside YG"))
    assert 'name="to"' in text_of(ruth.get(page))
    answer = ruth.post(page, {"do": "mail", "invitation": pk, "to": "coordinator@church.example"}, follow=True)
    assert "The mail is on its way." in text_of(answer) and "Last mailed" in text_of(answer)
    link = Invitation.objects.get(pk=pk)
    groups.log(SYSTEM, link.event, Happened.MAIL_FAILED, invitation=link.travel_id)
    assert "couldn’t be sent" in text_of(ruth.get(page))


def test_a_wrong_address_is_refused_and_stays_in_the_form(ruth, day):
    page, pk = page_of(day), day.invite(day.group("Riverside YG"))
    before = everything()
    for wrong in (
        "",
        "nobody",
        "a@b@c",
        "x" * 10_000,
        "a@church.example\nBcc: b@church.example",
        "a\x00@church.example",
    ):
        answer = ruth.post(page, {"do": "mail", "invitation": pk, "to": wrong})
        assert answer.status_code == 422, wrong
        assert "This isn’t an email address." in text_of(answer)
        assert f'value="{html.escape(wrong)}"' in read_page(answer)
    assert everything() == before


@override_settings(MAIL=None)
def test_where_mail_is_not_set_up_the_page_says_so(ruth, day):
    page, pk = page_of(day), day.invite(day.group("Riverside YG"))
    assert "Mail isn’t set up on this server." in text_of(ruth.get(page))
    answer: Any = ruth.post(page, {"do": "mail", "invitation": pk, "to": "a@church.example"})
    assert answer.status_code == 422
    assert "This server can’t send mail." in text_of(answer)
    assert not LogEntry.objects.filter(what="invitation mailed").exists()
