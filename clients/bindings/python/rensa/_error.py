"""The error that calls of the engine raise, also those of the compiled module."""


class RensaError(Exception):
    """A call that the engine has refused. `status` is one of RENSA_ERROR_... of rensa.h."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status
