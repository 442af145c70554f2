"""The keeper's page of backups: how they are, one more, the second folder, a file to carry, and going back to one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from tournament import addresses, current_time
from tournament.backups import making, restoring, second
from tournament.backups.files import Backup, BackupReason
from tournament.backups.status import read_backups, read_status
from tournament.rules.errors import NeedsConfirmation, Refused
from tournament.web.forms import NOT_OURS, Trouble, request_id, trouble_of
from tournament.web.organiser.backup_words import REASONS, lost_in_words, status_in_words
from tournament.web.visitors import NOT_YOURS, for_keeper

ONLY_HERE: Final = "Open this page on the laptop itself to download a backup: over the Wi-Fi others could read it."


@dataclass(frozen=True)
class ListedBackup:
    """A line of the list."""

    backup: Backup
    reason: str
    places: str


@for_keeper
@require_http_methods(["GET", "HEAD", "POST"])
def show_backups(request: HttpRequest) -> HttpResponse:
    """How the backups are; a button makes one now, and a field names the second folder."""
    if request.method != "POST":
        return _show(request)
    if not request_id(request):
        return _show(request, Trouble(NOT_OURS))
    try:
        done = _DEEDS.get(request.POST.get("do", ""), _nothing)(request)
    except Refused as refused:
        return _show(request, trouble_of(refused))
    messages.success(request, done)
    return redirect("backups")


def _make(request: HttpRequest) -> str:
    """Also where the regular ones stopped because of the disk: who asks wants one."""
    try:
        making.make(BackupReason.BY_HAND)
    except making.FAILURES as problem:
        raise Refused(f"The backup failed: {problem}.") from problem
    return f"The backup is made and checked.{' It’s on the second folder too.' if second.bring_up_to_date() else ''}"


def _name_second(request: HttpRequest) -> str:
    second.name_second(request.POST.get("second", ""))
    if second.second_folder() is None:
        return "From now on backups are on this laptop only."
    if second.bring_up_to_date():
        return "The newest backup is there now, and each new one goes there too."
    return "Each new backup goes there too."


def _nothing(request: HttpRequest) -> str:
    raise Refused("Nothing was chosen. Press one of the buttons.")


_DEEDS: dict[str, Callable[[HttpRequest], str]] = {"make": _make, "second": _name_second}


def _show(request: HttpRequest, trouble: Trouble | None = None) -> HttpResponse:
    status = read_status()
    assert status is not None, "the page is shown on laptops alone"
    context = {
        "status": status_in_words(status, current_time.now()),
        "folder": status.laptop.folder,
        "second": request.POST.get("second", str(status.second.folder) if status.second else ""),
        "has_second": status.second is not None,
        "backups": [ListedBackup(backup, REASONS[backup.reason], places) for backup, places in _listed()],
        "may_download": _may_travel(request),
        "only_here": ONLY_HERE,
        "trouble": trouble,
    }
    return render(request, "organiser/backups.html", context, status=trouble.status if trouble else 200)


def _listed() -> list[tuple[Backup, str]]:
    both = {(True, True): "on this laptop and in the second folder", (True, False): "on this laptop"}
    return [
        (backup, both.get((on_laptop, in_second), "in the second folder"))
        for backup, on_laptop, in_second in read_backups()
    ]


def _found(number: int) -> Backup:
    for backup, _, _ in read_backups():
        if backup.number == number:
            return backup
    raise Http404(NOT_YOURS)


@for_keeper
@require_safe
def download(request: HttpRequest, number: int) -> HttpResponse:
    """One file that a person can carry. Whoever has it has everything: names, links and the secret key. So it never
    travels over a network where others could read it."""
    backup = _found(number)
    if not _may_travel(request):
        return _show(request, Trouble(f"{ONLY_HERE} Nothing was downloaded.", status=403))
    try:
        whole = backup.path.read_bytes()
    except OSError:
        raise Http404(NOT_YOURS) from None
    headers = {"Content-Disposition": f'attachment; filename="{backup.path.name}"'}
    return HttpResponse(whole, content_type="application/vnd.sqlite3", headers=headers)


def _may_travel(request: HttpRequest) -> bool:
    """Whether the answer stays on this laptop, or nobody else can read it on its way. In the hall the laptop's browser
    may have come by the laptop's own address there."""
    asks = request.META.get("REMOTE_ADDR", "")
    return request.is_secure() or asks.startswith("127.") or asks in addresses.in_the_hall()


@for_keeper
@require_http_methods(["GET", "HEAD", "POST"])
def restore(request: HttpRequest, number: int) -> HttpResponse:
    """Show what a backup would bring back and what would be lost; then have the server start anew with it."""
    backup = _found(number)
    try:
        plan = restoring.plan(backup.path)
    except Refused as refused:
        return _show(request, trouble_of(refused))
    context: dict[str, Any] = {"backup": backup, "plan": plan, "lost": lost_in_words(plan)}
    if request.method != "POST":
        return render(request, "organiser/restore.html", context)
    try:
        if not request_id(request):
            raise Refused(NOT_OURS)
        restoring.stage(backup.path, sure=bool(request.POST.get("sure")))
    except (Refused, NeedsConfirmation) as refused:
        trouble = trouble_of(refused)
    except making.FAILURES as problem:
        trouble = Trouble(f"Nothing was restored: {problem}.")
    else:
        return render(request, "organiser/restoring.html", context)
    return render(request, "organiser/restore.html", context | {"trouble": trouble}, status=trouble.status)
