"""The reader of the README's console blocks."""

import pytest

from .readme import Command, commands, matches, program


def test_commands_are_those_of_console_blocks() -> None:
    markdown = "```sh\n$ not this\n```\n```console\n$ one \\\n> more\nout\n\n$ two\n```\n$ nor this\n"
    assert commands(markdown) == [Command(5, "one \\\nmore", ["out"]), Command(9, "two")]


def test_program_is_all_python_blocks() -> None:
    assert program("```python\na = 1\n```\ntext\n```sh\nno\n```\n```python\nb = a\n```\n") == "a = 1\n\nb = a\n"


def test_output_before_a_command_is_an_error() -> None:
    with pytest.raises(ValueError, match="line 2"):
        commands("```console\nout\n```\n")


@pytest.mark.parametrize(
    ("expected", "printed", "same"),
    [
        (["a.b"], "a.b\n", True),
        (["a.b"], "aXb\n", False),
        (["a"], "a\nb\n", False),
        (["a", "..."], "a\nb\nc\n", True),
        (["...", "c"], "c\n", True),
        (["version 0..."], "version 0.2.0\n", True),
        (["version 0..."], "version 0.2.0\nmore\n", False),
    ],
)
def test_output_matches(expected: list[str], printed: str, same: bool) -> None:
    assert matches(expected, printed) is same
