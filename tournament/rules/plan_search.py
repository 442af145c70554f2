"""The plans of a knockout in the order of their rank, without making them all (RULES 6).

With 10,000 players there are more plans than anybody can count. What makes the search short (docs/rules.md has the
argument):

1. In a round with short tables the last table is one of them, and its winner goes to the last table of the next round.
   So the luckiest way to the title meets short tables only: its odds are the product of the ⌊n/T⌋.
2. Any other way differs from it by (f + 1)/f for each long table it meets. So evenness is a product of fractions
   f/(f + 1), and the few products there are can be tried from 1 downwards.
3. Everybody's chances add up to 1, so n lies between the smallest and the largest odds. Once the evenness is given,
   that leaves few products of ⌊n/T⌋, and with them few numbers of tables.
4. The same holds for what remains after each round; and a way that has met too many long tables already stays too
   long, so a plan is given up as soon as its first rounds are too uneven.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from heapq import heappop, heappush
from itertools import islice


def sizes_in_turn(players: int, tables: int) -> Iterator[int]:
    """⌊n/T⌋ or ⌈n/T⌉ at each table, the short ones spread: table i is short when ⌊i·k/T⌋ > ⌊(i−1)·k/T⌋."""
    small, larger = divmod(players, tables)
    short = tables - larger if larger else tables
    for i in range(1, tables + 1):
        yield small if i * short // tables > (i - 1) * short // tables else small + 1


def odds_in_turn(counts: tuple[int, ...]) -> Iterator[int]:
    """For each first-round table, the product of the sizes on its way through these rounds.

    `counts` are the players and the tables of each round. Winners of tables 1, 2, 3 … fill the next tables in order.
    """
    row = sizes_in_turn(*counts[:2])
    if len(counts) == 2:
        yield from row
        return
    for feeding, beyond in zip(sizes_in_turn(*counts[1:3]), odds_in_turn(counts[1:]), strict=True):
        for _ in range(feeding):
            yield next(row) * beyond


def in_order_of_rank(
    players: int, smallest: int, largest: int, *, most_tables: int | None = None
) -> Iterator[tuple[int, ...]]:
    """Every plan whose tables all have from `smallest` to `largest` players: the most even first; then the fewest
    rounds, the fewest first-round tables, the largest final, the smaller numbers."""
    most = players if most_tables is None else most_tables
    if most * largest < players:
        return
    for evenness in _levels(smallest, largest, players):
        yield from Level(players, smallest, largest, evenness).plans(most)


def most_even(numbers: Sequence[int], smallest: int, largest: int, *, most_tables: int | None = None) -> int | None:
    """Which of these numbers of players has the most even plan; of several, the first. None if none has a plan."""
    fitting = [players for players in numbers if players <= largest * (most_tables or players)]
    for evenness in _levels(smallest, largest, max(fitting, default=0)):
        for players in fitting:
            if any(Level(players, smallest, largest, evenness).plans(most_tables or players)):
                return players
    return None


def _most_rounds(players: int, smallest: int) -> int:
    rounds = 0
    while smallest ** (rounds + 1) <= players:
        rounds += 1
    return rounds


def _levels(smallest: int, largest: int, players: int) -> Iterator[Fraction]:
    """The products of fractions f/(f + 1), from 1 downwards, each once. Each f is a factor of the smallest odds, so
    that the product of all is at most the number of players."""
    waiting = [(-Fraction(1), 1)]
    seen, last = set(waiting), Fraction(0)
    while waiting:
        negative, odds = heappop(waiting)
        if negative != last:
            last = negative
            yield -negative
        for size in range(smallest, min(largest, players // odds + 1)):
            lower = (negative * Fraction(size, size + 1), odds * size)
            if lower not in seen:
                seen.add(lower)
                heappush(waiting, lower)


@cache
def _products(smallest: int, largest: int, rounds: int) -> frozenset[int]:
    """What the ⌊n/T⌋ of this many rounds can multiply to."""
    if rounds == 0:
        return frozenset({1})
    fewer = _products(smallest, largest, rounds - 1)
    return frozenset(product * size for product in fewer for size in range(smallest, largest + 1))


@cache
def _products_in_turn(smallest: int, largest: int, rounds: int) -> tuple[int, ...]:
    """The same, the smallest first: those that fit lie together."""
    return tuple(sorted(_products(smallest, largest, rounds)))


@dataclass(frozen=True)
class Level:
    """The plans of exactly this evenness."""

    players: int
    smallest: int
    largest: int
    evenness: Fraction

    @cached_property
    def spread(self) -> tuple[int, int]:
        """The evenness as two whole numbers, which multiply faster than a fraction."""
        return self.evenness.numerator, self.evenness.denominator

    def plans(self, most_tables: int) -> Iterator[tuple[int, ...]]:
        """In the order of their rank."""
        fewest = next(rounds for rounds in range(1, self.players) if self.largest**rounds >= self.players)
        for rounds in range(fewest, _most_rounds(self.players, self.smallest) + 1):
            yield from self._of(rounds, most_tables)

    def _of(self, rounds: int, most_tables: int) -> Iterator[tuple[int, ...]]:
        """The plans with this many rounds. The final's size comes before the tables of the rounds between."""
        products = self._all_that_fit(rounds)
        if rounds == 1:
            if self.players in products and self.evenness == 1:
                yield (1,)
            return
        for tables, left in self._next(self.players, rounds, products):
            if tables > most_tables:
                return
            begun = Beginning((tables,), self.players // tables, FirstRound(self.players, tables))
            finals = range(self.largest, self.smallest - 1, -1)
            if any(self._finish(begun, rounds - 1, finals, left)):  # mostly nothing follows, whatever the final
                for final in finals:
                    ending = {product for product in left if product % final == 0}
                    yield from self._finish(begun, rounds - 1, (final,), ending)

    def _all_that_fit(self, rounds: int) -> set[int]:
        """What the smallest odds of all players may be with this many rounds."""
        part, whole = self.spread
        products = _products_in_turn(self.smallest, self.largest, rounds)
        return set(
            products[bisect_left(products, -(-self.players * part // whole)) : bisect_right(products, self.players)]
        )

    def _fits(self, product: int, players: int) -> bool:
        """Whether this can be the smallest odds of this many players: it is at most their number, and the largest odds,
        which are at least their number, are not too large."""
        part, whole = self.spread
        return product <= players and product * whole >= players * part

    def _next(self, players: int, rounds: int, products: set[int]) -> Iterator[tuple[int, set[int]]]:
        """The numbers of tables that these players may sit at with this many rounds left, fewest first. With each comes
        what the ⌊n/T⌋ of the rounds after it may multiply to."""
        part, whole = self.spread
        beyond = _products(self.smallest, self.largest, rounds - 1)
        for size in range(self.largest, self.smallest - 1, -1):
            after = {product // size for product in products if product % size == 0} & beyond
            if not after:
                continue
            fewest = max(players // (size + 1) + 1, min(after))
            if size == self.largest or self.evenness * (size + 1) > size:
                fewest = max(fewest, -(-players // size))  # one more at a table would be too many
            for tables in range(fewest, min(players // size, max(after) * whole // part) + 1):
                if left := {product for product in after if self._fits(product, tables)}:
                    yield tables, left

    def _finish(
        self, begun: Beginning, rounds: int, finals: Sequence[int], products: set[int]
    ) -> Iterator[tuple[int, ...]]:
        """The plans that begin so and have this many rounds to come, the last of them at one table of such a size."""
        part, whole = self.spread
        players = begun.tables[-1]
        if rounds == 1:
            if players in finals and max(begun.longest) * part == begun.shortest * whole:
                yield (*begun.tables, 1)
            return
        for tables, left in self._next(players, rounds, products):
            if rounds > 2 or tables in finals:
                onward = begun.then(tables, most=begun.shortest * (players // tables) * whole // part)
                if onward is not None:
                    yield from self._finish(onward, rounds - 1, finals, left)


@dataclass(frozen=True)
class FirstRound:
    """The sizes of the first round's tables, which are many and mostly not needed to the end."""

    players: int
    tables: int

    def __iter__(self) -> Iterator[int]:
        return sizes_in_turn(self.players, self.tables)


@dataclass(frozen=True)
class Beginning:
    """The first rounds of a plan: their tables, the odds of the shortest way through them, and those of the longest way
    through each table of the last of them."""

    tables: tuple[int, ...]
    shortest: int
    longest: Iterable[int]

    def then(self, tables: int, *, most: int) -> Beginning | None:
        """With another round at so many tables; None as soon as a way is longer than `most`."""
        players = self.tables[-1]
        ways, longest = iter(self.longest), []
        for size in sizes_in_turn(players, tables):
            way = size * max(islice(ways, size))
            if way > most:
                return None
            longest.append(way)
        return Beginning((*self.tables, tables), self.shortest * (players // tables), longest)
