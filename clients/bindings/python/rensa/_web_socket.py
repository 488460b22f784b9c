"""WebSocket for a session, which itself speaks over a Unix socket: a thread carries the messages between the two."""

import base64
import contextlib
import hashlib
import pathlib
import secrets
import selectors
import socket
import ssl
import struct
import tempfile
import threading
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from rensa._web_frames import BINARY, CLOSE, PING, PONG, FrameReader, WebSocketError, frame_of

SCHEMES = ("ws://", "wss://")

_SECONDS_TO_CONNECT = 10.0
_SECONDS_TO_WRITE = 20.0
_SECONDS_TO_END = 0.5  # for the last messages to the server, when a session is closed
_SECONDS_TO_CLOSE = 2.0
_STATUS_FOR_LATER = ("408", "425", "429", "500", "502", "503", "504")  # of a server or a proxy that has no time
_ACCEPT_SUFFIX = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # of RFC 6455


class RefusedError(WebSocketError):
    """What the server says does not change: trying again is of no use, unless it has accepted a connection before."""


def printable(text: str) -> str:
    """The characters of a text of a server that can be shown, at most so many."""
    return "".join(character for character in text if character.isprintable())[:100]


@dataclass
class Address:
    """The address of a server for WebSocket. The path is /ws unless it is given."""

    host: str
    port: int
    path: str
    is_secure: bool

    @classmethod
    def of(cls, url: str) -> "Address":
        """Raises ValueError if this is none."""
        parts = urlsplit(url)
        if not parts.hostname or f"{parts.scheme}://" not in SCHEMES:
            raise ValueError(f"an address is ws://HOST[:PORT][/PATH] or wss://..., and not {url!r}")
        is_secure = parts.scheme == "wss"
        path = parts.path if len(parts.path) > 1 else "/ws"
        return cls(parts.hostname, parts.port or (443 if is_secure else 80), path, is_secure)

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'wss' if self.is_secure else 'ws'}://{host}:{self.port}{self.path}"


class WebSocket:
    """A connection to a server by WebSocket. Another thread may abort it at any time."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._is_aborted = False
        self.socket = socket.socket()  # until open() makes the one that is used
        self._frames = FrameReader()

    def __enter__(self) -> "WebSocket":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def open(self) -> None:
        """Connects within one time limit for all steps. Raises OSError."""
        deadline = time.monotonic() + _SECONDS_TO_CONNECT
        self._connect(deadline)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self._address.is_secure:
            self._use(ssl.create_default_context().wrap_socket(self.socket, server_hostname=self._address.host,
                                                               do_handshake_on_connect=False), deadline)
            try:
                self.socket.do_handshake()  # type: ignore[attr-defined]
            except (ssl.SSLEOFError, ssl.SSLZeroReturnError):
                raise  # the server ends
            except ssl.SSLError as error:
                raise RefusedError(f"TLS: {error}") from None
        self._frames = FrameReader(self._shake_hands(deadline))
        self.socket.settimeout(_SECONDS_TO_WRITE)

    def abort(self) -> None:
        """Wakes the thread that uses the connection, for which every call fails from now on."""
        self._is_aborted = True
        with contextlib.suppress(OSError):
            socket.socket.shutdown(self.socket, socket.SHUT_RDWR)  # without the steps of TLS

    def _use(self, made: socket.socket, deadline: float) -> None:
        self.socket = made
        self._limit(deadline)

    def _limit(self, deadline: float) -> None:
        """Gives the next call the rest of the time."""
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("the server does not answer in time")
        if self._is_aborted:
            raise WebSocketError("the connection is closed")
        self.socket.settimeout(left)

    def _connect(self, deadline: float) -> None:
        why: OSError | None = None
        places = socket.getaddrinfo(self._address.host, self._address.port, type=socket.SOCK_STREAM)
        for count, (family, kind, protocol, _, place) in enumerate(places):
            # An address that does not answer leaves time for the others.
            share = (deadline - time.monotonic()) / (len(places) - count)
            self.socket.close()
            try:
                self._use(socket.socket(family, kind, protocol), time.monotonic() + share)
                return self.socket.connect(place)
            except OSError as error:
                why = error
        raise why or WebSocketError("the name of the server has no address")

    def _shake_hands(self, deadline: float) -> bytes:
        """Returns the bytes that have come after the server's answer."""
        key = base64.b64encode(secrets.token_bytes(16))
        host = urlsplit(str(self._address)).netloc
        self.socket.sendall(
            f"GET {self._address.path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key.decode()}\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Protocol: rensa.v1.pb\r\n\r\n".encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            self._limit(deadline)
            more = self.socket.recv(4096)
            if not more or len(answer) > 1 << 16:
                speaks_otherwise = answer and not answer.startswith(b"HTTP/")
                kind = RefusedError if speaks_otherwise or more else WebSocketError
                raise kind("the server does not answer as a server for WebSocket")
            answer += more
        head, _, rest = answer.partition(b"\r\n\r\n")
        status, *lines = head.decode("latin-1").split("\r\n")
        fields = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        accepted = base64.b64encode(hashlib.sha1(key + _ACCEPT_SUFFIX).digest()).decode()
        if " 101 " not in f"{status} " or fields.get("sec-websocket-accept") != accepted:
            is_later = status.split(" ")[1:2] and status.split(" ")[1] in _STATUS_FOR_LATER
            kind = WebSocketError if is_later else RefusedError
            raise kind(f"the server does not accept WebSocket: {printable(status)}")
        return rest

    def has_read_ahead(self) -> bool:
        """True if bytes wait that the kernel does not know any more."""
        return isinstance(self.socket, ssl.SSLSocket) and self.socket.pending() > 0

    def send(self, message: bytes) -> None:
        self.socket.sendall(frame_of(BINARY, message))

    def receive(self) -> Iterator[bytes]:
        """The messages that have come. Raises OSError when the connection is lost."""
        data = self.socket.recv(1 << 16)
        if not data:
            raise WebSocketError("the server has closed the connection")
        for opcode, message in self._frames.feed(data):
            if opcode == BINARY:
                yield message
            elif opcode == PING:
                self.socket.sendall(frame_of(PONG, message))
            elif opcode == CLOSE:
                self.socket.sendall(frame_of(CLOSE, message[:2]))
                raise WebSocketError("the server has closed the connection")


class Relay:
    """Accepts the connections of one session at a Unix socket, one after the other, and carries each to a server by
    WebSocket."""

    def __init__(self, url: str) -> None:
        self._server = Address.of(url)
        self._notices: deque[str] = deque()  # why connections were lost
        self.why_refused = ""  # why the server will never accept a connection; empty: it may
        self._was_accepted = False
        self._is_closed = False
        self._far: WebSocket | None = None  # the last connection to the server
        self._folder = tempfile.TemporaryDirectory(prefix="rensa-")
        path = pathlib.Path(self._folder.name) / "socket"
        self.address = f"unix:{path}"
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Call this when the session is closed. Waits for a server at most some seconds."""
        self._is_closed = True
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._thread.join(_SECONDS_TO_END)
        if far := self._far:
            far.abort()
        self._thread.join(_SECONDS_TO_CLOSE)
        self._listener.close()
        self._folder.cleanup()

    def translated(self, notices: list[str]) -> list[str]:
        """The notices of the session with the address of the server, and why connections were lost."""
        lost = [self._notices.popleft() for _ in range(len(self._notices))]
        told_better = f"lost {self.address}: the server closed the connection"
        return lost + [self.with_own_address(text) for text in notices if text != told_better]

    def with_own_address(self, text: str) -> str:
        return text.replace(self.address, str(self._server))

    def _serve(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return  # closed
            with near:
                try:
                    self._carry(near)
                except RefusedError as error:
                    self._notices.append(f"{self._server}: {error}")
                    if not self._was_accepted:
                        self.why_refused = f"{self._server}: {error}"
                except OSError as error:
                    self._notices.append(f"{self._server}: {error}")

    def _carry(self, near: socket.socket) -> None:
        """Carries messages until one side closes its connection."""
        with WebSocket(self._server) as far:
            self._far = far
            if self._is_closed:
                return
            far.open()
            self._was_accepted = True
            self._carry_between(near, far)

    @staticmethod
    def _carry_between(near: socket.socket, far: WebSocket) -> None:
        with selectors.DefaultSelector() as selector:
            for end in (near, far.socket):
                selector.register(end, selectors.EVENT_READ)
            unread = b""
            while True:
                is_ahead = far.has_read_ahead()
                ready: list[object] = [far.socket] if is_ahead else [key.fileobj for key, _ in selector.select()]
                if near in ready:
                    data = near.recv(1 << 16)
                    if not data:
                        return far.socket.sendall(frame_of(CLOSE, struct.pack(">H", 1000)))
                    unread += data
                    while len(unread) >= 4 and len(unread) >= 4 + (size := int.from_bytes(unread[:4], "little")):
                        far.send(unread[4:4 + size])
                        unread = unread[4 + size:]
                if far.socket in ready:
                    for message in far.receive():
                        near.sendall(struct.pack("<I", len(message)) + message)
