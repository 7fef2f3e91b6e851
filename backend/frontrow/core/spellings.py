"""How else a searched word may be spelled, and which names are looked into by two letters.

People type ss for ß, and the database folds neither. Chinese, Japanese and Korean names are so
short that an index of three letters knows nothing of them: those rows have an index of their own.
"""

import re
from functools import reduce
from operator import or_

from django.db.models import Q

# Kana, Han and Hangul.
CJK = "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"


def is_cjk(word: str) -> bool:
    return re.search(CJK, word) is not None


def spelled(column: str, word: str) -> Q:
    """It stands in the column, in one of its spellings; each is looked for by the index."""
    if is_cjk(word):
        return Q(**{f"{column}__regex": CJK, f"{column}__icontains": word})
    return reduce(or_, (Q(**{f"{column}__icontains": one}) for one in spellings_of(word)))


def spellings_of(word: str) -> list[str]:
    """The word first. Half a ß at its end counts, too: a search goes on while one types."""
    folded = word.casefold()
    sharp = folded.replace("ss", "ß")
    found = [word.lower(), folded, sharp]
    if sharp.endswith("s"):
        found.append(f"{sharp[:-1]}ß")
    return list(dict.fromkeys(found))
