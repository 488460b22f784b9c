"""The functions of rensa.h, which the compiled module of this package exports, and calls of them by ctypes."""

import ctypes
import threading
from collections import deque
from typing import Any

from rensa import _abi, _native
from rensa._error import RensaError

library = ctypes.CDLL(_native.__file__)
for _name, (_result, _arguments) in _abi.FUNCTIONS.items():
    _function = getattr(library, _name)
    _function.restype = _result
    _function.argtypes = _arguments


class Engine:
    """An engine of rensa.h with all its objects. Calls of several threads have their turns; while one of them thinks,
    threads with other engines go on."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        # Handles of objects that nothing refers to any more. The next call frees them: the collector of Python may run at
        # any time, also while this thread has the lock.
        self.unused: deque[int] = deque()
        self._pointer = ctypes.c_void_p()
        self._check(library.rensa_engine_create(ctypes.byref(self._pointer)))

    def __del__(self) -> None:
        if getattr(self, "_pointer", None):
            library.rensa_engine_free(self._pointer)

    def _check(self, status: int) -> None:
        if status:
            raise RensaError(status, (library.rensa_error_text(self._pointer) or b"").decode())

    def call(self, name: str, *arguments: Any) -> None:
        """Calls a function with this engine. Raises RensaError."""
        with self._lock:
            while self.unused:
                library.rensa_free(self._pointer, self.unused.popleft())
            self._check(getattr(library, name)(self._pointer, *arguments))

    def number(self, name: str, kind: Any, *arguments: Any) -> int:
        """Calls a function that writes a number to its last argument, and returns the number."""
        result = kind()
        self.call(name, *arguments, ctypes.byref(result))
        return int(result.value)

    def value(self, name: str, kind: Any, *arguments: Any) -> Any:
        """Calls a function that writes a struct to its last argument, and returns the struct."""
        result = kind()
        self.call(name, *arguments, ctypes.byref(result))
        return result

    def handle(self, name: str, *arguments: Any) -> int:
        return self.number(name, ctypes.c_uint64, *arguments)

    def text(self, name: str, *arguments: Any) -> str:
        """Calls a function that writes a text."""
        length = self.number(name, ctypes.c_uint32, *arguments, None, 0)
        buffer = ctypes.create_string_buffer(length + 1)
        self.call(name, *arguments, buffer, length + 1, ctypes.byref(ctypes.c_uint32()))
        return buffer.value.decode()

    def list(self, name: str, kind: Any, *arguments: Any) -> Any:
        """Calls a function that writes a list of structs, and returns them as an array of ctypes."""
        count = self.number(name, ctypes.c_uint32, *arguments, None, 0)
        items = (kind * count)()
        if count:
            self.call(name, *arguments, items, count, ctypes.byref(ctypes.c_uint32()))
        return items


class EngineObject:
    """An object of an engine, which is freed with the last reference to it."""

    def __init__(self, engine: Engine, handle: int) -> None:
        self._engine = engine
        self._handle = handle

    def __del__(self) -> None:
        if getattr(self, "_handle", 0):
            self._engine.unused.append(self._handle)


class _EngineOfThread(threading.local):
    def __init__(self) -> None:
        self.engine = Engine()


_engine_of_thread = _EngineOfThread()


def engine() -> Engine:
    """The engine of this thread, for functions that need no objects."""
    return _engine_of_thread.engine


def encoded(text: str) -> tuple[bytes, int]:
    """A text as the two arguments that rensa.h wants."""
    data = text.encode()
    return data, len(data)


def names(table: int) -> list[str]:
    """The names of a table of rensa.h, RENSA_NAMES_..."""
    count = engine().number("rensa_name_count", ctypes.c_uint32, table)
    return [engine().text("rensa_name", table, index) for index in range(count)]
