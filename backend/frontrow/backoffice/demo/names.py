"""Invented names from many countries, and a seeded random generator."""

import unicodedata
from random import Random

STUDENTS = (
    "Amara Okonjo-Vale", "Mateo Villaverde", "Priya Rangarajan", "Yuki Morinaga", "Liam Carrow",
    "Fatima El-Hadri", "Chen Weilan", "Sofía Quintaro", "Dmitri Volkanov", "Aisha Bello",
    "Noah Fairbrook", "Ingrid Solheim", "Kwame Asantewa", "Leila Farrokh", "Tomás Herrenza",
    "Hana Kobayama", "Omar Said-Nasr", "Zoë Lindqvist", "Rajesh Pillaiyar", "Nia Tembo",
    "Lucas Ferrando", "Mei-Ling Tsao", "Oluwaseun Adefolu", "Clara Wiesenthal", "Arjun Devnath",
    "Emilia Nowicka", "Tariq Mansouri", "Grace Otieno", "Jonas Brandvold", "Camila Restrada",
    "Sanjay Mehrotra", "Elif Yilmazer", "Thabo Nkosani", "Freya Ashdown", "Minh Anh Tran",
    "Isabela Cardozo", "Viktor Halász", "Naomi Feldstern", "Ibrahim Touré", "Saoirse Kinnane",
    "Diego Montalba", "Anjali Deshmane", "Pavel Novotka", "Ruth Achieng", "Kenji Watabe",
    "Marisol Peñalta", "Hassan Qureshan", "Elena Papadakos", "Samuel Goldvein", "Lin Xiaodan",
    "Abena Mensahene", "Felix Grünwald", "Divya Nairkar", "Caleb Winterton", "Nour Haddadin",
    "Astrid Holmgren", "Joaquim Tavarez", "Rosa Delamar", "Siddharth Iyengar", "Wanjiru Kamande",
)  # fmt: skip
GUESTS = (
    "Bruno Castellani", "Chiamaka Ezeugo", "Ravi Chandrasek", "Marta Lewandova", "Aiko Tanabe",
    "Youssef Amrani", "Hugo Delacourt", "Thandiwe Dlamore", "Peter Ravenhall", "Sunita Bhatnar",
    "Carlos Benavente", "Anneke Vandermolen", "Jamal Whitlock", "Lucía Arrieta", "Kofi Boateng",
    "Sakura Hoshino", "Edmund Pryce-Hale", "Zainab Kareema", "Mikkel Østberg", "Gabriela Monteiro",
    "Nathan Silverlake", "Deepa Krishnamur", "Alejandro Fuentevilla", "Beatrix Kovalenko",
)  # fmt: skip


def dice(seed: int) -> Random:
    """Deterministic, so that two demos of one day look alike."""
    return Random(seed)  # noqa: S311


def mailbox(full_name: str) -> str:
    """The mailbox of 'Sofía Quintaro' is sofia.quintaro."""
    plain = unicodedata.normalize("NFKD", full_name.replace("Ø", "O"))
    return plain.encode("ascii", "ignore").decode().lower().replace(" ", ".")
