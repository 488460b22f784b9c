#!/usr/bin/env python3
"""Writes the messages of proto/rensa/v1 as Python, for the server of tests/clients/conformance:

    scripts/python_messages.py >tests/clients/conformance/messages.py

A test fails when that file is not current. The script reads the part of the language of .proto files that we use.
"""

import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "proto/rensa/v1"


def refuse(text: str) -> None:
    sys.exit(f"python_messages: cannot read '{text.strip()}'")


def main() -> None:
    text = "".join((FOLDER / f"{name}.proto").read_text() for name in ("game", "client", "server"))
    text = re.sub(r"//[^\n]*", "", text)
    print("# Made by scripts/python_messages.py from proto/rensa/v1.\n# fmt: off\n")
    enums = re.findall(r"\benum (\w+) \{(.*?)\}", text, re.DOTALL)
    print("# By enumerator: its number.")
    for _, body in enums:
        for name, number in re.findall(r"(\w+) = (\d+);", body):
            print(f"{name} = {number}")
    names = {name for name, _ in enums}
    print("\n# By message and number of the field: its name, its type, and whether it is repeated. Types of messages begin with"
          " a capital.")
    print("MESSAGES: dict[str, dict[int, tuple[str, str, bool]]] = {")
    for message, body in re.findall(r"\bmessage (\w+) \{((?:[^{}]|\{[^{}]*\})*)\}", text):
        fields = re.sub(r"oneof \w+ \{(.*?)\}", r"\1", body, flags=re.DOTALL)
        print(f'    "{message}": {{')
        for statement in fields.split(";")[:-1]:
            match = re.fullmatch(r"\s*(optional |repeated )?(\w+) (\w+) = (\d+)\s*", statement)
            if not match:
                refuse(statement)
            label, kind, name, number = match.groups()
            kind = "uint32" if kind in names else kind
            print(f'        {number}: ("{name}", "{kind}", {label == "repeated "}),')
        print("    },")
    print("}")


if __name__ == "__main__":
    main()
