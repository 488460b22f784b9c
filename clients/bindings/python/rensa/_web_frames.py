"""Frames of WebSocket (RFC 6455), as a client writes and reads them."""

import secrets
import struct
from collections.abc import Iterator

CONTINUATION, BINARY, CLOSE, PING, PONG = 0, 2, 8, 9, 10
_LONGEST_MESSAGE = 1 << 20


class WebSocketError(OSError):
    """The server does not speak WebSocket as it should."""


def _masked(data: bytes) -> bytes:
    """The mask, and the data under it, as clients have to send them."""
    mask = secrets.token_bytes(4)
    stream = (mask * (len(data) // 4 + 1))[:len(data)]
    return mask + (int.from_bytes(data, "little") ^ int.from_bytes(stream, "little")).to_bytes(len(data), "little")


def frame_of(opcode: int, data: bytes) -> bytes:
    """A whole frame of a client."""
    size = len(data)
    if size < 126:
        head = struct.pack(">BB", 0x80 | opcode, 0x80 | size)
    elif size < 1 << 16:
        head = struct.pack(">BBH", 0x80 | opcode, 0x80 | 126, size)
    else:
        head = struct.pack(">BBQ", 0x80 | opcode, 0x80 | 127, size)
    return head + _masked(data)


class FrameReader:
    """Makes messages of the bytes of a server, which arrive in pieces."""

    def __init__(self, begin: bytes = b"") -> None:
        self._buffer = bytearray(begin)
        self._message = bytearray()

    def feed(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """The messages that are whole now, each with its opcode."""
        self._buffer += data
        while (frame := self._next_frame()) is not None:
            is_last, opcode, payload = frame
            if opcode >= CLOSE:  # may stand between the parts of a message
                yield opcode, payload
                continue
            self._message += payload
            if len(self._message) > _LONGEST_MESSAGE:
                raise WebSocketError("the server sends a message of more than 1 MiB")
            if is_last:
                message = bytes(self._message)
                self._message.clear()
                yield BINARY, message

    def _next_frame(self) -> tuple[bool, int, bytes] | None:
        head = bytes(self._buffer[:10])
        if len(head) < 2:
            return None
        size, begin = head[1] & 0x7F, 2
        if size >= 126:
            begin = 4 if size == 126 else 10
            if len(head) < begin:
                return None
            size = int.from_bytes(head[2:begin], "big")
        opcode = head[0] & 0x0F
        if head[1] & 0x80 or head[0] & 0x70 or size > _LONGEST_MESSAGE or opcode not in (
                CONTINUATION, BINARY, CLOSE, PING, PONG):
            raise WebSocketError("the server sends a frame that is none")
        if len(self._buffer) < begin + size:
            return None
        payload = bytes(self._buffer[begin:begin + size])
        del self._buffer[:begin + size]  # moves the begin of the buffer, and copies nothing
        return bool(head[0] & 0x80), opcode, payload
