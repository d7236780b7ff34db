"""Helps scripts/docs with symbol graphs, and with the pages that DocC makes of them.

`symbols.py prepare FOLDER` removes symbols that the documentation doesn't show from the symbol graphs in a folder, and
lists public symbols without a documentation comment.
`symbols.py check DIAGNOSTICS SITE` lists DocC's warnings, and symbols that aren't in a topic group. Each symbol of a module
needs a group, and so does each member of a type that has groups.
"""

import json
import pathlib
import re
import sys

# The parameters for the location of a call. They have default values, and need no description.
CALL_SITE = {f"Parameter '{name}' is missing documentation" for name in ("fileID", "filePath", "line", "column")}


def is_hidden(symbol):
    """Returns whether a symbol is public only for generated or inlined code, or is inherited from a protocol."""
    return "::SYNTHESIZED::" in symbol["identifier"]["precise"] or any(
        name.startswith(("_", "$", "At_")) for name in symbol["pathComponents"]
    )


def prepare(folder):
    undocumented = []
    count = 0
    for path in sorted(folder.glob("*.symbols.json")):
        graph = json.loads(path.read_text())
        hidden = {symbol["identifier"]["precise"] for symbol in graph["symbols"] if is_hidden(symbol)}
        graph["symbols"] = [
            symbol for symbol in graph["symbols"] if symbol["identifier"]["precise"] not in hidden
        ]
        graph["relationships"] = [
            relationship
            for relationship in graph["relationships"]
            if relationship["source"] not in hidden and relationship["target"] not in hidden
        ]
        for symbol in graph["symbols"]:
            count += 1
            if not symbol.get("docComment", {}).get("lines"):
                location = symbol.get("location")
                file = re.sub(r"^file://", "", location["uri"]) if location else path.name.split(".")[0]
                line = location["position"]["line"] + 1 if location else 0
                undocumented.append(
                    f"{file}:{line}: '{'.'.join(symbol['pathComponents'])}' has no documentation comment"
                )
        path.write_text(json.dumps(graph))
    print(f"{count} public symbols, {len(undocumented)} of them undocumented", *sorted(undocumented), sep="\n")
    return not undocumented


def warnings(diagnostics):
    for diagnostic in json.loads(diagnostics.read_text())["diagnostics"]:
        if diagnostic["severity"] not in ("warning", "error") or diagnostic["summary"] in CALL_SITE:
            continue
        file = diagnostic.get("source", "").removeprefix("file://")
        line = diagnostic.get("range", {}).get("start", {}).get("line", 0)
        solutions = [solution["summary"] for solution in diagnostic.get("solutions", [])]
        yield f"{file}:{line}: {'. '.join([diagnostic['summary'], *solutions])}"


def ungrouped(site):
    for path in sorted((site / "data/documentation").rglob("*.json")):
        page = json.loads(path.read_text())
        metadata = page.get("metadata", {})
        sections = page.get("topicSections", [])
        # DocC generates a group for each kind of symbol that isn't in another group.
        generated = [section for section in sections if section.get("generated")]
        if metadata.get("symbolKind") == "module" or len(generated) < len(sections):
            for section in generated:
                if section["title"] != "Default Implementations":
                    for identifier in section["identifiers"]:
                        yield f"{metadata['title']}: '{identifier.split('/')[-1]}' isn't in a topic group"


def check(diagnostics, site):
    problems = sorted(warnings(diagnostics))
    print(f"{len(problems)} warnings of DocC", *problems, sep="\n")
    missing = list(ungrouped(site))
    print(f"{len(missing)} symbols without a topic group", *missing, sep="\n")
    return not problems and not missing


if __name__ == "__main__":
    command = {"prepare": prepare, "check": check}[sys.argv[1]]
    sys.exit(0 if command(*map(pathlib.Path, sys.argv[2:])) else 1)
