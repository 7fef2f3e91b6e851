"""Before a class: join links that were tested, the instructor's questions and their answers.

May import `enrollment` and the models.
"""
