"""How large each proof is.

Per change it is small enough to wait for; `PROOF=1` (`make proof`) has the full size, and the last
column is for runs of hours. Any of them can be set in the environment by its name.
"""

import os
from typing import NamedTuple


class Size(NamedTuple):
    per_change: int
    proof: int
    long: int


SIZES = {
    # Rounds of labeled kills: each round meets every place once, bundles and singles in turn.
    "KILL_ROUNDS": Size(1, 2, 24),
    "RANDOM_KILLS": Size(5, 40, 1000),
    "DATABASE_CRASHES": Size(2, 20, 100),
    # Rounds of losing a machine of a database of three, only in the proof; the long ones are
    # `make failover LONG=1`.
    "CABLE_CUTS": Size(1, 1, 20),
    "POWER_CUTS": Size(1, 1, 10),
    "SWITCHOVERS": Size(1, 1, 10),
    "LOST_STANDBYS": Size(1, 1, 10),
    # Of each of the others.
    "OTHER_LOSSES": Size(1, 1, 1),
    # Meetings whose maker is killed while half of all calls to Zoom fail.
    "KILLED_MEETINGS": Size(3, 6, 6),
    # Rounds of two admins who take each other's place at once; of them one must be left.
    "LAST_ADMIN_ROUNDS": Size(20, 100, 100),
    "EVENT_DELIVERIES": Size(100, 1000, 20_000),
    "MAIL_MESSAGES": Size(20, 300, 5000),
    "CROWD_ROUNDS": Size(1, 2, 20),
    # For twenty seats; twice as many sessions that only hold.
    "CROWD_BUYERS": Size(40, 500, 500),
    # Moves at once on three classes of twenty; a fifth as many hand-overs, a third as many buyers.
    "SEAT_MOVES": Size(30, 300, 300),
    # Clicks on one join link of before a hand-over.
    "DEAD_LINK_TRIES": Size(50, 1000, 1000),
    # Random early prices, codes and people, each held against a slow oracle.
    "PRICE_RULES": Size(300, 5000, 50_000),
    # For a fifth as many seats, with a code of a 25th as many uses.
    "CODE_BUYERS": Size(50, 500, 500),
    # Cards that are declined while paying with a code.
    "DECLINED_CODES": Size(10, 200, 200),
    # Purchases begun and paid across the moment at which an early price ends.
    "PRICE_CHANGES": Size(30, 1000, 1000),
    # Owners of a part who want the rest of the bundle at once; a tenth as many seats, at least two.
    "UPGRADE_OWNERS": Size(10, 50, 50),
    # People who wait for twelve classes; two fifths as many seats come free, ten times as many
    # passers-by push, and a process dies for every twentieth.
    "WAITING_ENTRIES": Size(60, 1000, 1000),
    # People in line for a full date who are told of new ones.
    "PEOPLE_ON_A_LIST": Size(250, 20_000, 20_000),
    # Readings of the public list while seats change hands.
    "SEAT_COUNT_READS": Size(200, 100_000, 100_000),
    # Made-up calls for each operation, each sent as every kind of caller.
    "FUZZ_EXAMPLES": Size(1, 100, 1000),
    # People who sign in in the same moment, half of them with the dearest kind of hash.
    "SIGN_INS_AT_ONCE": Size(30, 200, 500),
    # Guesses at the sign-in codes of one account, each from a network of its own.
    "CODE_GUESSES": Size(60, 1000, 1000),
    # Orders in which the events of one refund made at the provider may come.
    "SHUFFLED_EVENTS": Size(10, 1000, 1000),
    # Random histories of one purchase after the sale, of four to twelve steps each.
    "MONEY_HISTORIES": Size(8, 2000, 10_000),
    # Random histories of a waiting list while sales end and bundles change.
    "WAITING_HISTORIES": Size(8, 1000, 10_000),
    # Simulated changes of a class: a quarter as many more in which everybody takes the money.
    "CLASS_CHANGES": Size(6, 1000, 1000),
    # Random histories of somebody in the room, each held against a slow oracle.
    "PRESENCE_HISTORIES": Size(60, 1000, 10_000),
    # People who join in seconds, each told of twice and in disorder, while a web process dies.
    "ROOM_JOINS": Size(60, 300, 1000),
    # Answers after classes, of which the public average is exactly that of all.
    "FEEDBACK_ANSWERS": Size(200, 200, 2000),
    # Purchases of each of two sites on one account at the provider.
    "TWO_SITES": Size(20, 200, 200),
    # Rounds of visitors who hold what they can and never pay.
    "HOLD_ATTACKS": Size(5, 100, 100),
    # Addresses that order a free seat and are never proven.
    "FREE_SEATS": Size(30, 1000, 1000),
    # Purchases of a shop that is migrated with fifty people in it; only in the proof.
    "LARGE_SHOP": Size(2000, 100_000, 100_000),
    # Made-up books of three months, held against statistics, exports and the list of purchases.
    "RANDOM_BOOKS": Size(2, 20, 200),
    # People a bulk email is written to while two workers are killed; only in the proof.
    "BULK_ROWS": Size(300, 5000, 10_000),
    # Made-up histories of a shop, of twenty steps each.
    "LIFE_CYCLES": Size(2, 12, 125),
}

IS_PROOF = bool(os.environ.get("PROOF"))
# For one test of the proof at its small size, as whoever takes a guard away wants it.
HAS_EVERY_TIER = IS_PROOF or bool(os.environ.get("EVERY_TIER"))


def size(name: str) -> int:
    sizes = SIZES[name]
    return int(os.environ.get(name) or (sizes.proof if IS_PROOF else sizes.per_change))
