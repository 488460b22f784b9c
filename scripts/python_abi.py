#!/usr/bin/env python3
"""Writes what clients/bindings/c/rensa/rensa.h declares as Python, for clients/bindings/python/rensa/_abi.py:

    scripts/python_abi.py >clients/bindings/python/rensa/_abi.py

A test fails when that file is not current. The script reads the part of C that the header uses, and refuses all others.
"""

import pathlib
import re
import sys

HEADER = pathlib.Path(__file__).resolve().parent.parent / "clients/bindings/c/rensa/rensa.h"

NUMBERS = {
    "uint8_t": "c_uint8", "int8_t": "c_int8", "uint32_t": "c_uint32", "int32_t": "c_int32", "uint64_t": "c_uint64",
    "int64_t": "c_int64", "rensa_handle": "c_uint64", "rensa_status": "c_int32",
}


def refuse(text: str) -> None:
    sys.exit(f"python_abi: cannot read '{text.strip()}'")


def constants_of(header: str) -> dict[str, int]:
    constants: dict[str, int] = {}
    for name, value in re.findall(r"^#define (RENSA_\w+) +\(?(-?(?:0x[0-9A-Fa-f]+|\d+))u?\)?$", header, re.MULTILINE):
        constants[name] = int(value, 0)
    return constants


def type_of(words: str, constants: dict[str, int], structs: list[str]) -> tuple[str, str]:
    """Returns the type of a member or of an argument as ctypes has it, and its name."""
    match = re.fullmatch(r"(const )?(\w+)(\*\*?)? (\w+)(?:\[(\w+)\])?", words.strip())
    if not match:
        refuse(words)
    _, base, stars, name, length = match.groups()
    if stars == "**" or base == "rensa_engine":
        kind = "c_void_p" if stars == "*" else "POINTER(c_void_p)"
    elif stars and base == "char":
        kind = "c_char_p"
    elif base in NUMBERS or base in structs:
        kind = NUMBERS.get(base, base)
        kind = f"POINTER({kind})" if stars else kind
    else:
        refuse(words)
    if length:
        kind += f" * {constants.get(length, length)}"
    return kind, name


def main() -> None:
    header = HEADER.read_text()
    header = re.sub(r"\s*/\*.*?\*/", "", header, flags=re.DOTALL)
    constants = constants_of(header)
    structs: list[str] = []
    out = ["# Made by scripts/python_abi.py from clients/bindings/c/rensa/rensa.h.", "# fmt: off",
           "from ctypes import (POINTER, Structure, c_char_p, c_int8, c_int32, c_int64, c_uint8, c_uint32, c_uint64, c_void_p)",
           "from typing import Any", ""]
    out += [f"{name} = {value}" for name, value in constants.items()]
    for name, body in re.findall(r"typedef struct (\w+) \{(.*?)\} \w+;", header, re.DOTALL):
        out += ["", "", f"class {name}(Structure):", "    _fields_ = ["]
        for member in body.split(";")[:-1]:
            kind, field = type_of(member, constants, structs)
            out.append(f'        ("{field}", {kind}),')
        out.append("    ]")
        structs.append(name)
    out += ["", "", "# By name: the type of the result, and those of the arguments.", "FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {"]
    for result, star, name, arguments in re.findall(
            r"RENSA_API (?:const )?(\w+)(\*?) (rensa_\w+)\(([^()]*)\) RENSA_NOEXCEPT;", header):
        kinds = []
        for argument in [] if arguments.strip() == "void" else re.sub(r"\s+", " ", arguments).split(","):
            kind = type_of(argument, constants, structs)[0]
            if " * " in kind:
                kind = f"POINTER({kind.split(' * ')[0]})"  # an array as an argument is a pointer
            kinds.append(kind)
        answer = "c_char_p" if star else "None" if result == "void" else NUMBERS[result]
        out.append(f'    "{name}": ({answer}, [{", ".join(kinds)}]),')
    out.append("}")
    if len(re.findall("^RENSA_API ", header, re.MULTILINE)) != len([line for line in out if line.startswith('    "rensa_')]):
        refuse("a function")
    print("\n".join(out))


if __name__ == "__main__":
    main()
