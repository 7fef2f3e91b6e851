"""Before a class: tested join links, the instructor's questions and the students' answers.

May import `enrollment` and the models.
"""
