"""The address of `katatx serve`: how it resolves, whether others can reach it, and which Host headers are accepted."""

from __future__ import annotations

import os
import re
import socket
from dataclasses import dataclass
from errno import EADDRNOTAVAIL, EAFNOSUPPORT
from functools import cached_property
from ipaddress import IPv4Address, IPv6Address, ip_address

from katatx.errors import KatatxError
from katatx.notation.quoting import quote

_HOST_HEADER = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[^:\[\]\s]+)(?::(?P<port>[0-9]{1,5}))?", re.ASCII)
_DEFAULT_PORT = 80


@dataclass(frozen=True)
class Address:
    """A host as given, and the addresses it resolves to."""

    host: str
    found: tuple[tuple[socket.AddressFamily, str, int], ...]  # family, address, scope

    @cached_property
    def numbers(self) -> tuple[IPv4Address | IPv6Address, ...]:
        """Return the IP addresses."""
        return tuple(ip_address(address.partition("%")[0]) for _, address, _ in self.found)

    @property
    def is_loopback(self) -> bool:
        """Return whether only this machine can reach it."""
        return all(number.is_loopback for number in self.numbers)

    @property
    def is_every(self) -> bool:
        """Return whether it means all addresses of this machine, as 0.0.0.0 does."""
        return any(number.is_unspecified for number in self.numbers)

    def url(self, port: int) -> str:
        """Return the URL for a browser on this machine; port 80 is not written."""
        host = self.host
        if self.is_every:
            host = "127.0.0.1" if self.numbers[0].version == 4 else "::1"
        return f"http://{f'[{host}]' if ':' in host else host}" + ("" if port == _DEFAULT_PORT else f":{port}")

    def goes_by(self, header: str, port: int) -> bool:
        """Return whether a request's Host header names this address and the port; without a port it means 80.

        The address is named by the host as given, by its IP addresses, and by localhost if it is a loopback address. If
        it means all addresses of this machine, any IP address, localhost and the machine's name do. Other names are
        refused, because a page under such a name could act for the learner (DNS rebinding).
        """
        found = _HOST_HEADER.fullmatch(header.lower())
        if found is None or int(found["port"] or _DEFAULT_PORT) != port:
            return False
        name = found["name"].strip("[]")
        if name == self.host.lower():
            return True
        if name == "localhost":
            return self.is_every or any(number.is_loopback for number in self.numbers)
        try:
            number = ip_address(name)
        except ValueError:
            return self.is_every and name == socket.gethostname().lower()
        # An IP address cannot be rebound.
        return self.is_every or number in self.numbers


def resolve(host: str) -> Address:
    """Return a host with its IP addresses. Raises KatatxError if there are none."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM) if host else []
    except (OSError, UnicodeError):  # UnicodeError if it cannot be a host name
        found = []
    kept = [
        (family, str(at[0]), int(at[3]) if len(at) == 4 else 0)
        for family, _, _, _, at in found
        if family in (socket.AF_INET, socket.AF_INET6)
    ]
    if not kept:
        raise KatatxError(f"no address was found for --host {quote(host)}; leave --host out to serve this machine only")
    return Address(host, tuple(dict.fromkeys(kept)))


def listen(address: Address, port: int) -> list[socket.socket]:
    """Return sockets that listen on every address of a host at one port; port 0 chooses a free one.

    Addresses that this machine lacks are skipped if another works. Raises KatatxError if listening fails.
    """
    listening: list[socket.socket] = []
    missing: OSError | None = None
    for family, number, scope in address.found:
        at = (number, port) if family is socket.AF_INET else (number, port, 0, scope)
        try:
            listening.append(socket.create_server(at, family=family, backlog=128))
        except OSError as error:
            if error.errno not in (EADDRNOTAVAIL, EAFNOSUPPORT):
                for each in listening:
                    each.close()
                raise _cannot(address, port, error) from error
            missing = error
        else:
            port = listening[0].getsockname()[1]
    if missing is not None and not listening:
        raise _cannot(address, port, missing)
    return listening


def _cannot(address: Address, port: int, error: OSError) -> KatatxError:
    """Return the error for an address that cannot be listened on. The caller raises it."""
    why = os.strerror(error.errno) if error.errno else str(error)
    return KatatxError(f"cannot serve at {quote(address.host)}, port {port}: {why}; try another --port or --host")
