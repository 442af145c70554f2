"""A browser without a window: one kept connection with its cookies, for what is tried on real servers."""

from __future__ import annotations

import http.client
import re
from urllib.parse import urlencode

from tests.programs import PATIENCE


class PlainBrowser:
    """One kept connection with its cookies, from an address of this machine's own."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port, self.address = port, address
        self.cookies: dict[str, str] = {}
        self.token = ""
        self.connection = self._connect()

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE, source_address=(self.address, 0))

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, bytes]:
        """Status and body; (0, b"") if nobody answered."""
        sent = {"Host": "localhost", "Cookie": "; ".join(f"{key}={value}" for key, value in self.cookies.items())}
        try:
            self.connection.request(method, path, body, sent | headers)
            answer = self.connection.getresponse()
            for name, value in answer.getheaders():
                if name.lower() == "set-cookie":
                    self.cookies.__setitem__(*value.partition(";")[0].split("=", 1))
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            self.connection = self._connect()
            return 0, b""

    def submit(self, path: str, **fields: str) -> int:
        """Open the page of a form, if it was not opened before, and send the form."""
        if "turntable_csrf" not in self.cookies:
            _, page = self.ask("GET", path)
            found = re.search(rb'name="csrfmiddlewaretoken" value="(\w+)"', page)
            self.token = found[1].decode() if found else ""
        body = urlencode({"csrfmiddlewaretoken": self.token, **fields}).encode()
        return self.ask("POST", path, body, **{"Content-Type": "application/x-www-form-urlencoded"})[0]
