"""The spaces of observations and actions, in the shape of Gymnasium's: small classes, so that Gymnasium need not be there."""

from collections.abc import Iterator, KeysView, Mapping
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import DTypeLike, NDArray

T = TypeVar("T")


class Space(Generic[T]):
    """All values that an observation or an action may have."""

    def __init__(self, shape: tuple[int, ...] | None, dtype: DTypeLike | None) -> None:
        self.shape = shape
        self.dtype = None if dtype is None else np.dtype(dtype)
        self._generator: np.random.Generator | None = None

    @property
    def np_random(self) -> np.random.Generator:
        if self._generator is None:
            self.seed()
        assert self._generator is not None
        return self._generator

    def seed(self, seed: int | None = None) -> list[int]:
        """Seeds the random numbers of sample(), and returns the seed."""
        sequence = np.random.SeedSequence(seed)
        self._generator = np.random.Generator(np.random.PCG64(sequence))
        return [int(sequence.entropy)]  # type: ignore[arg-type]

    def sample(self, mask: Any = None) -> T:
        """A random value of the space."""
        raise NotImplementedError

    def contains(self, x: Any) -> bool:
        raise NotImplementedError

    def __contains__(self, x: Any) -> bool:
        return self.contains(x)


class Discrete(Space[np.int64]):
    """The whole numbers from 0 to n - 1."""

    def __init__(self, n: int) -> None:
        super().__init__((), np.int64)
        self.n = np.int64(n)
        self.start = np.int64(0)

    def sample(self, mask: NDArray[np.int8] | None = None) -> np.int64:
        """A random number, of those that have a 1 in the mask. If the mask has no 1, it is 0."""
        if mask is None:
            return np.int64(self.np_random.integers(self.n))
        if mask.shape != (int(self.n),):
            raise ValueError(f"the mask must have the shape ({self.n},), and has {mask.shape}")
        allowed = np.flatnonzero(mask)
        return np.int64(self.np_random.choice(allowed)) if len(allowed) else self.start

    def contains(self, x: Any) -> bool:
        if isinstance(x, np.ndarray) and x.shape == ():
            x = x[()]
        return isinstance(x, (int, np.integer)) and bool(0 <= x < self.n)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Discrete) and self.n == other.n

    def __repr__(self) -> str:
        return f"Discrete({self.n})"


class Box(Space[NDArray[Any]]):
    """Arrays of a shape and a type, whose numbers are at least `low` and at most `high`."""

    def __init__(self, low: int, high: int, shape: tuple[int, ...], dtype: DTypeLike) -> None:
        super().__init__(shape, dtype)
        self.low = np.full(shape, low, dtype)
        self.high = np.full(shape, high, dtype)

    def sample(self, mask: None = None) -> NDArray[Any]:
        return self.np_random.integers(self.low, self.high, dtype=self.dtype, endpoint=True)  # type: ignore[arg-type]

    def contains(self, x: Any) -> bool:
        return (isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype == self.dtype
                and bool(np.all(x >= self.low)) and bool(np.all(x <= self.high)))

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Box) and self.shape == other.shape and self.dtype == other.dtype
                and np.array_equal(self.low, other.low) and np.array_equal(self.high, other.high))

    def __repr__(self) -> str:
        return f"Box({self.low.min()}, {self.high.max()}, {self.shape}, {self.dtype})"


class Dict(Space[dict[str, Any]], Mapping[str, Space[Any]]):
    """Dictionaries with a value of another space for each key. The space itself is a mapping of the keys to these spaces."""

    def __init__(self, spaces: Mapping[str, Space[Any]]) -> None:
        super().__init__(None, None)
        self.spaces = dict(spaces)

    def seed(self, seed: int | None = None) -> list[int]:
        seeds = super().seed(seed)
        for space in self.spaces.values():
            seeds += space.seed(int(self.np_random.integers(2**31)))
        return seeds

    def sample(self, mask: None = None) -> dict[str, Any]:
        return {key: space.sample() for key, space in self.spaces.items()}

    def contains(self, x: Any) -> bool:
        return (isinstance(x, dict) and x.keys() == self.spaces.keys()
                and all(space.contains(x[key]) for key, space in self.spaces.items()))

    def __getitem__(self, key: str) -> Space[Any]:
        return self.spaces[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.spaces)

    def __len__(self) -> int:
        return len(self.spaces)

    def keys(self) -> KeysView[str]:
        return self.spaces.keys()  # those of Mapping would ask __contains__, which is about values of the space

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dict) and self.spaces == other.spaces

    def __repr__(self) -> str:
        return f"Dict({', '.join(f'{key!r}: {space}' for key, space in self.spaces.items())})"
