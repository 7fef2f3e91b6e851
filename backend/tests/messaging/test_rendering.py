"""Filling in a template: one pass, a closed list, and nothing a value holds is ever obeyed."""

from dataclasses import fields, replace
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontrow.messaging.rendering import (
    LONGEST_SUBJECT,
    VARIABLES,
    OwnWords,
    render_blocks,
    render_mail,
    render_subject,
    render_words,
    unknown_variables,
)

ADA = OwnWords(
    first_name="Ada",
    last_name="Lovelace",
    email="ada@example.test",
    bootcamp_name="Launch",
    bootcamp_date="Oct 9, 2026",
    bootcamp_time="6:00 PM EDT",
    zoom_link="https://site.test/join?a=1&b=2",
    login_url="https://site.test/auth/login",
)
ALL = " ".join(f"{{{name}}}" for name in VARIABLES)


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(tag)

    def handle_data(self, data: str) -> None:
        self.words += data


def tags(html: str) -> Tags:
    parser = Tags()
    parser.feed(html)
    return parser


def mail(content: str, words: OwnWords = ADA, subject: str = "Hello") -> tuple[str, str, str]:
    done = render_mail(subject=subject, content=content, words=words, because="Because.")
    return done.subject, done.text, done.html


def test_every_variable_of_the_closed_list_is_filled_in() -> None:
    assert render_words(ALL, ADA) == (
        "Ada Lovelace ada@example.test Launch Oct 9, 2026 6:00 PM EDT"
        " https://site.test/join?a=1&b=2 https://site.test/auth/login"
    )
    assert len(fields(OwnWords)) == len(VARIABLES) == 8


@pytest.mark.parametrize(
    "typed",
    [
        "{x.__class__}",
        "{0}",
        "{firstname}",
        "{}",
        "{ firstName }",
        "{{",
        "%(email)s",
        "{first name}",
    ],
)
def test_what_is_not_on_the_list_stays_as_typed(typed: str) -> None:
    assert render_words(f"Hi {typed}!", ADA) == f"Hi {typed}!"


def test_doubled_braces_keep_the_outer_pair() -> None:
    assert render_words("{{firstName}}", ADA) == "{Ada}"


def test_unknown_variables_are_named_once_each() -> None:
    assert unknown_variables("{name} {firstName}", "{name} {zoom_link}") == ["name", "zoom_link"]
    assert unknown_variables("Nothing {to see} here {}") == []


def test_a_value_that_looks_like_a_variable_stays_text() -> None:
    nasty = replace(ADA, first_name="{zoomLink}", last_name="{lastName}")
    assert render_words("{firstName} {lastName}", nasty) == "{zoomLink} {lastName}"
    _, text, html = mail("{firstName}", nasty)
    assert "{zoomLink}" in text
    assert "{zoomLink}" in html
    assert "join" not in text + html


def test_markup_in_a_value_arrives_as_text() -> None:
    _, text, html = mail(
        "Dear {firstName}", replace(ADA, first_name="<img src=x onerror=alert(1)>")
    )
    assert "Dear <img src=x onerror=alert(1)>" in text
    assert "img" not in tags(html).found
    assert "Dear <img src=x onerror=alert(1)>" in tags(html).words


def test_markup_of_the_admin_is_text_too() -> None:
    assert "script" not in tags(mail("<script>alert(1)</script>")[2]).found


def test_a_line_break_in_a_value_adds_no_header_and_no_line() -> None:
    eve = replace(ADA, first_name="Ada\r\nBcc: eve@evil.test", bootcamp_name="A\u2028B\x00C")
    subject, text, _ = mail("Hello {firstName}", eve, "For {firstName}: {bootcampName}")
    assert subject == "For Ada Bcc: eve@evil.test: A B C"
    assert "\nBcc" not in text


def test_a_subject_is_one_line_and_fits_the_log() -> None:
    subject = render_subject("{bootcampName} " * 10, replace(ADA, bootcamp_name="W" * 200))
    assert len(subject) == LONGEST_SUBJECT
    assert subject.endswith("…")


def test_addresses_become_links_and_end_where_the_sentence_does() -> None:
    _, text, html = mail("See https://a.test/x?y=1&z=2. Or {zoomLink}, please.\nBye")
    assert 'href="https://a.test/x?y=1&amp;z=2"' in html
    assert 'href="https://site.test/join?a=1&amp;b=2"' in html
    assert "</a>, please.<br>Bye" in html
    assert "See https://a.test/x?y=1&z=2. Or https://site.test/join?a=1&b=2, please.\nBye" in text


def test_a_name_that_looks_like_an_address_is_no_link() -> None:
    words = replace(ADA, first_name="https://evil.test")
    assert 'href="https://evil.test"' not in mail("Hi {firstName}", words)[2]


def test_a_link_alone_on_its_line_is_a_button() -> None:
    _, text, html = mail("Come in:\n{zoomLink}\n\nor\n\n{loginUrl}")
    assert html.count('class="button"') == 2
    assert ">Join the session</a>" in html
    assert ">Sign in</a>" in html
    assert "Join the session:\nhttps://site.test/join?a=1&b=2" in text


def test_a_link_in_a_sentence_shows_words_on_a_page_and_the_address_in_plain_text() -> None:
    _, text, html = mail("Come in: {zoomLink}, or {loginUrl}.")
    assert "Come in: https://site.test/join?a=1&b=2, or " in text
    assert 'class="button"' not in html
    assert ">Join the session</a>, or <a" in html
    assert ">Sign in</a>." in html
    assert html.count("join?a=1&amp;b=2") == 1


def test_paragraphs_are_kept_as_typed() -> None:
    blocks = render_blocks("One\r\nstill one\r\n\r\n\r\nTwo", ADA)
    assert [block.text() for block in blocks] == ["One\nstill one", "Two"]


anything = st.text(max_size=60)
names = st.sampled_from([f"{{{name}}}" for name in VARIABLES])
nasty = st.lists(st.one_of(names, anything, st.sampled_from("<>&\"'{}\r\n")), max_size=6).map(
    "".join
)


@given(value=nasty, before=anything, after=anything)
def test_no_value_is_ever_expanded_twice(value: str, before: str, after: str) -> None:
    words = replace(ADA, first_name=value)
    filled = words.by_name()["firstName"]
    before, after = before.replace("{", ""), after.replace("}", "")
    template = f"{before}{{firstName}}{after.replace('{', '')}"
    assert render_words(template, words) == f"{before}{filled}{after.replace('{', '')}"


@given(value=nasty)
def test_no_tag_of_a_mail_comes_from_a_value(value: str) -> None:
    tame = replace(ADA, first_name="x", last_name="x", bootcamp_name="x", email="x")
    wild = replace(ADA, first_name=value, last_name=value, bootcamp_name=value, email=value)
    template = "{firstName} {lastName}, {email}\n\n{bootcampName} {zoomLink}"
    expected = tags(mail(template, tame, "{bootcampName}")[2]).found
    assert tags(mail(template, wild, "{bootcampName}")[2]).found == expected
