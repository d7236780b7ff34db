"""Helps scripts/docs with symbol graphs, and with the pages that DocC makes of them.

`symbols.py prepare FOLDER` removes symbols that the documentation doesn't show from the symbol graphs in a folder, and
lists public symbols without a documentation comment.
`symbols.py check SITE` lists symbols that aren't in a topic group of their module's page.
"""

import json
import pathlib
import re
import sys

# What the caller of a function leaves out, so that an issue has the location of the call.
CALL_SITE = {"fileID", "filePath", "line", "column"}


def is_hidden(symbol):
    """Whether the symbol is public only for the code that macros generate, or is inherited from a protocol."""
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
            # DocC doesn't ask for a description of these parameters.
            signature = symbol.get("functionSignature", {})
            if "parameters" in signature:
                signature["parameters"] = [
                    parameter
                    for parameter in signature["parameters"]
                    if parameter.get("internalName", parameter["name"]) not in CALL_SITE
                ]
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


def check(site):
    ungrouped = []
    count = 0
    for path in sorted((site / "data/documentation").glob("*.json")):
        page = json.loads(path.read_text())
        if page.get("metadata", {}).get("symbolKind") != "module":
            continue
        for section in page.get("topicSections", []):
            count += 1
            # DocC generates a group for each kind of symbol that isn't in another group.
            if section.get("generated"):
                ungrouped += [
                    f"{page['metadata']['title']}: '{identifier.split('/')[-1]}' isn't in a topic group"
                    for identifier in section["identifiers"]
                ]
    print(f"{count} topic groups of modules, {len(ungrouped)} symbols without one", *ungrouped, sep="\n")
    return count > 0 and not ungrouped


if __name__ == "__main__":
    command = {"prepare": prepare, "check": check}[sys.argv[1]]
    sys.exit(0 if command(pathlib.Path(sys.argv[2])) else 1)
