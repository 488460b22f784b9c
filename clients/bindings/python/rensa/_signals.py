"""SIGTERM ends a bot as Ctrl-C does, so that it resigns its matches."""

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType


def _end(number: int, _: FrameType | None) -> None:
    raise SystemExit(128 + number)


@contextlib.contextmanager
def ending_at_sigterm() -> Iterator[None]:
    """Meanwhile, SIGTERM raises SystemExit in the main thread. A handler of the program's own stays."""
    is_default = signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if not is_default or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGTERM) is _end:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
