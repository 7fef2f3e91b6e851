"""The board of what does not agree, each kind with its repair; and recovery after a restore.

May import `messages`, `disputes`, `audit` and below.
"""
