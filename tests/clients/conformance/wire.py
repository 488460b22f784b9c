"""Messages of the protocol (docs/protocol.md) as bytes. A message is a dict of the fields that it has; a field with its
default value may be missing."""

import struct
from typing import Any

from messages import MESSAGES

Message = dict[str, Any]

_ZIGZAG = {"sint64"}
_VARINTS = {"bool", "uint32", "uint64", "int32"} | _ZIGZAG
_FIELDS = {message: {name: (number, kind, repeated) for number, (name, kind, repeated) in fields.items()}
           for message, fields in MESSAGES.items()}


class WireError(Exception):
    """Bytes that are no message."""


def _varint(value: int) -> bytes:
    value &= 2**64 - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _sized(number: int, data: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(data)) + data


def encode(kind: str, message: Message) -> bytes:
    """Writes a message of a type of the schema. Raises KeyError for a field that it does not have."""
    out = b""
    for name, value in message.items():
        number, of, repeated = _FIELDS[kind][name]
        if repeated and of in _VARINTS:
            out += _sized(number, b"".join(_varint(one) for one in value))
            continue
        for one in value if repeated else [value]:
            if of in MESSAGES:
                out += _sized(number, encode(of, one))
            elif of == "string":
                out += _sized(number, one.encode())
            elif of == "fixed64":
                out += _varint(number << 3 | 1) + struct.pack("<Q", one)
            else:
                out += _varint(number << 3) + _varint(one << 1 ^ one >> 63 if of in _ZIGZAG else int(one))
    return out


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def has_more(self) -> bool:
        return self._at < len(self._data)

    def take(self, count: int) -> bytes:
        data = self._data[self._at:self._at + count]
        if len(data) < count:
            raise WireError("a message ends in the middle of a field")
        self._at += count
        return data

    def varint(self) -> int:
        value = 0
        for shift in range(0, 70, 7):
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value & 2**64 - 1
        raise WireError("a number has more than ten bytes")


def _number(of: str, value: int) -> int | bool:
    if of == "bool":
        return value != 0
    if of == "int32":
        return value - 2**64 if value >= 2**63 else value
    return value >> 1 ^ -(value & 1) if of in _ZIGZAG else value


def decode(kind: str, data: bytes) -> Message:
    """Reads a message of a type of the schema. Fields that it does not know are left out."""
    message: Message = {}
    reader = _Reader(data)
    while reader.has_more():
        key = reader.varint()
        wire = key & 7
        raw: Any
        if wire == 0:
            raw = reader.varint()
        elif wire in (1, 5):
            raw = int.from_bytes(reader.take(8 if wire == 1 else 4), "little")
        elif wire == 2:
            raw = reader.take(reader.varint())
        else:
            raise WireError(f"there is no form {wire} of a field")
        name, of, repeated = MESSAGES[kind].get(key >> 3, ("", "", False))
        if not name:
            continue
        wanted = 2 if of in MESSAGES or of == "string" else 1 if of == "fixed64" else 0
        if repeated and wanted == 0 and wire == 2:
            packed = _Reader(raw)
            while packed.has_more():
                message.setdefault(name, []).append(_number(of, packed.varint()))
            continue
        if wire != wanted:
            raise WireError(f"the field {name} has the form {wire}")
        try:
            value = decode(of, raw) if of in MESSAGES else raw.decode() if of == "string" else _number(of, raw)
        except UnicodeDecodeError:
            raise WireError(f"the field {name} is not UTF-8") from None
        if repeated:
            message.setdefault(name, []).append(value)
        else:
            message[name] = value
    return message
