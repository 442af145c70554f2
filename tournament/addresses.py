"""Under which addresses phones in the hall reach this laptop, found without sending anything."""

from __future__ import annotations

import re
import socket
import struct
import sys
from fcntl import LOCK_NB, LOCK_SH, flock, ioctl
from ipaddress import IPv4Address, ip_address
from pathlib import Path
from typing import TextIO
from urllib.parse import urlsplit

from tournament import data_files

ASK_FOR_ADDRESS = 0x8915  # Linux: SIOCGIFADDR
# Bridges to containers and virtual machines: phones cannot get there.
INTERNAL = ("docker", "br-", "veth", "virbr", "vmnet", "lxc", "podman", "cni")
HOST_NAME = re.compile(r"(?!-)[\w-]+(\.[\w-]+)*\.?")


def is_site(address: str) -> bool:
    """Whether links can begin with this: http or https, a name or number, perhaps a port, and nothing behind it."""
    try:
        parts = urlsplit(address)
        port, host = parts.port, parts.hostname or ""
    except ValueError:
        return False
    if parts.scheme not in ("http", "https") or port == 0 or parts.username is not None or not _is_host(host):
        return False
    return parts.path in ("", "/") and not parts.query and not parts.fragment and address.isprintable()


def _is_host(host: str) -> bool:
    """A name; what is made of numbers alone must be an address."""
    if ":" not in host and not re.fullmatch(r"[\d.]+", host):
        return bool(HOST_NAME.fullmatch(host))
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def port_of_running_server(folder: Path) -> int | None:
    """Where the server that works on this data folder listens; None while there is none. It holds the lock of the file
    that names its process and its port (tournament/server/lock.py)."""
    try:
        with (folder / data_files.LOCK).open() as file:
            if _is_free(file):
                return None
            noted = file.read().split()
    except OSError:
        return None
    return int(noted[1]) if len(noted) == 2 and noted[1].isdecimal() else None


def _is_free(file: TextIO) -> bool:
    try:
        flock(file, LOCK_SH | LOCK_NB)
    except BlockingIOError:
        return False
    return True


def in_the_hall() -> list[str]:
    """The way to the hall's router first, then the addresses of other networks this laptop is in."""
    found = [_towards_the_router(), *_of_all_interfaces()]
    return list(dict.fromkeys(address for address in found if address and _reachable(address)))


def _towards_the_router() -> str:
    """Connecting a UDP socket only chooses a way; the address is one of those kept for documentation."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(("203.0.113.1", 9))
        except OSError:
            return ""
        return str(way.getsockname()[0])


def _of_all_interfaces() -> list[str]:
    names = [name for _, name in socket.if_nameindex() if not name.startswith(INTERNAL)]
    if sys.platform == "linux":
        return [address for name in names if (address := _of_interface(name))]
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []


def _of_interface(name: str) -> str:
    """Empty if the interface has no IPv4 address, as a cable that is not plugged in."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        try:
            answer = ioctl(any_socket, ASK_FOR_ADDRESS, struct.pack("256s", name.encode()[:15]))
        except OSError:
            return ""
    return socket.inet_ntoa(answer[20:24])


def _reachable(address: str) -> bool:
    parsed = IPv4Address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified)
