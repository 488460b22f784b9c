"""Rulesets: all numbers of the rules, under one name."""

import ctypes
from typing import Any

from rensa import _abi
from rensa._error import RensaError
from rensa._library import Engine, EngineObject, encoded, engine, names
from rensa.fields import text_of_pair


class Ruleset(EngineObject):
    """A ruleset that is published, or one that JSON describes."""

    def __init__(self, text: str, used: Engine | None = None) -> None:
        """Takes the id of a published ruleset, such as "tsu-1", or reads JSON, which begins with a brace."""
        used = used or Engine()
        is_json = text.lstrip().startswith("{")
        try:
            handle = used.handle("rensa_ruleset_from_json" if is_json else "rensa_ruleset_published", *encoded(text))
        except RensaError as error:
            if is_json:
                raise
            known = ", ".join(published_rulesets())
            raise RensaError(error.status, f"there is no ruleset {text!r}; there are {known}") from None
        super().__init__(used, handle)

    @classmethod
    def _of(cls, used: Engine, handle: int) -> "Ruleset":
        ruleset = cls.__new__(cls)
        EngineObject.__init__(ruleset, used, handle)
        return ruleset

    @property
    def id(self) -> str:
        return self._engine.text("rensa_ruleset_id", self._handle)

    def json(self) -> str:
        return self._engine.text("rensa_ruleset_to_json", self._handle)

    @property
    def values(self) -> Any:
        """The settings as a struct with the members of rensa_ruleset_values in rensa.h."""
        return self._engine.value("rensa_ruleset_get", _abi.rensa_ruleset_values, self._handle)

    @property
    def has_turns(self) -> bool:
        """True if both seats choose, and then both choices are played, without frames."""
        return bool(self.values.pacing == _abi.RENSA_PACING_TURNS)

    def __repr__(self) -> str:
        return f"Ruleset({self.id!r})"


def published_rulesets() -> list[str]:
    """The ids of all published rulesets."""
    return names(_abi.RENSA_NAMES_RULESETS)


def queue(seed: int, colours: int = 4) -> list[str]:
    """The 128 pairs that a seed gives, which then repeat."""
    pairs = engine().value("rensa_queue_from_seed", _abi.rensa_queue, ctypes.c_uint64(seed), colours)
    return [text_of_pair(pair) for pair in pairs.pairs]
