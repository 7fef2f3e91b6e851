"""Alternative spellings of a search term, and names short enough for a two-letter index.

People type ss for ß, and the database folds neither. Chinese, Japanese and Korean names are too
short for a trigram index, so those rows have a separate index.
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
    """The column contains the word in one of its spellings. Each is looked up by the index."""
    if is_cjk(word):
        return Q(**{f"{column}__regex": CJK, f"{column}__icontains": word})
    return reduce(or_, (Q(**{f"{column}__icontains": one}) for one in spellings_of(word)))


def spellings_of(word: str) -> list[str]:
    """All spellings, the word itself first.

    A final s counts as half a ß, because the search runs while a person types.
    """
    folded = word.casefold()
    sharp = folded.replace("ss", "ß")
    found = [word.lower(), folded, sharp]
    if sharp.endswith("s"):
        found.append(f"{sharp[:-1]}ß")
    return list(dict.fromkeys(found))
