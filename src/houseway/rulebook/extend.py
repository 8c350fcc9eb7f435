"""An edition that is known only in part, read as the other edition with its own words put in.

Of the older New Jersey text a few sections survive. Its rulebook says ``extends: nj`` and then only
what those sections say; what they do not reach is taken from the edition named, whose paragraphs
are cited with their chapter, ``69F-2.12(b)``.

- ``alike`` lists the paragraphs that both texts have alike; what rests on them rests on the older.
- ``lacks`` lists the paragraphs of the other edition that it has nothing of.
- A key set to nothing is left out; its ``readings`` and ``constraints`` come before the
  others; everything else is put in the place of what it names.
- Readings, constraints, conduct and what is borrowed fall away where they rest on a paragraph that
  it lacks or that the older text words otherwise.
- With an option or a choice that the edition does not have go the cases and constraints that speak
  of it.
"""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from houseway.rulebook import law
from houseway.rulebook.cite import CHAPTER, is_under, with_chapter
from houseway.rulebook.fragment import INCLUDES, in_order, included, without_marks
from houseway.rulebook.load import BadFile, read_yaml

ADDED = ("readings", "constraints")
_OWN = ("extends", "alike", "lacks")
_CITES = ("cite", "at")
_MANY = ("cites", "row_cites", "cite_by")
_KEYS = ("borrows", "conduct")
_CASES = ("by", "cite_by", "cases")


def read_edition(path: Path) -> Any:
    """The content of an edition's file, with what it includes and extends filled in."""
    content = read_yaml(path)
    if not isinstance(content, dict):
        return content
    if INCLUDES in content:
        own = {key: value for key, value in content.items() if key != INCLUDES}
        below = included(content, path)
        merged = overlay(below, without_marks(below, own, path))
        content = fitted(in_order(merged, own))
    if "extends" not in content:
        return content
    base = path.with_name(f"{content['extends']}.yaml")
    if not base.exists():
        raise BadFile(str(path), [("extends", f"there is no {base.name}")])
    alike: list[str] = content.get("alike", [])
    paragraphs = _paragraphs(content)
    if strange := [cite for cite in alike if cite not in paragraphs]:
        raise BadFile(str(path), [("alike", f"{', '.join(strange)} is none of its paragraphs")])
    gone = [*content.get("lacks", []), *(cite for cite in paragraphs if cite not in alike)]
    below = without(in_chapter(read_edition(base), alike), [CHAPTER + cite for cite in gone])
    own = {key: value for key, value in content.items() if key not in _OWN}
    return fitted(overlay(below, own))


def _paragraphs(content: Mapping[str, Any]) -> list[str]:
    sources = content.get("law_sources", [])
    return [paragraph.cite for source in sources for paragraph in law.paragraphs(source)]


def overlay(below: Any, above: Any) -> Any:
    """The one with the other laid over it.

    >>> overlay({"a": {"b": 1, "c": 2}}, {"a": {"b": 3, "c": None}})
    {'a': {'b': 3}}
    """
    if not (isinstance(below, Mapping) and isinstance(above, Mapping)):
        return above
    merged = dict(below)
    for key, value in above.items():
        if value is None:
            merged.pop(key, None)
        elif key in ADDED:
            merged[key] = [*value, *merged.get(key, [])]
        else:
            merged[key] = overlay(merged.get(key), value)
    return merged


# -- paragraphs ----------------------------------------------------------------------------------


def in_chapter(content: Any, alike: Collection[str] = ()) -> Any:
    """The content with its paragraphs cited as those of another chapter.

    >>> in_chapter({"cite": "2.3(a), 69E-1.17", "says": "2.3(a)"})
    {'cite': '69F-2.3(a), 69E-1.17', 'says': '2.3(a)'}
    """
    if isinstance(content, Mapping):
        return {key: _value(key, value, alike) for key, value in content.items()}
    if isinstance(content, list):
        return [in_chapter(item, alike) for item in content]
    return content


def _value(key: Any, value: Any, alike: Collection[str]) -> Any:
    if key in _CITES:
        return with_chapter(str(value), alike)
    if key in _MANY:
        return _leaves(value, alike)
    if key in _KEYS:
        return {with_chapter(str(cite), alike): says for cite, says in value.items()}
    return in_chapter(value, alike)


def _leaves(value: Any, alike: Collection[str]) -> Any:
    if isinstance(value, Mapping):
        return {key: _leaves(inner, alike) for key, inner in value.items()}
    return with_chapter(str(value), alike)


def without(content: Mapping[str, Any], paragraphs: Collection[str]) -> dict[str, Any]:
    """The content without the readings and the like that rest on these paragraphs.

    >>> without({"readings": [{"at": "2.3(a)3"}, {"at": "2.4"}]}, ["2.3(a)"])
    {'readings': [{'at': '2.4'}]}
    """

    def stays(cite: str) -> bool:
        return not any(is_under(cite, paragraph) for paragraph in paragraphs)

    kept = dict(content)
    for name in ADDED:
        if name in kept:
            kept[name] = [one for one in kept[name] if stays(one.get("at") or one["cite"])]
    for name in _KEYS:
        if name in kept:
            kept[name] = {cite: says for cite, says in kept[name].items() if stays(cite)}
    return kept


# -- options -------------------------------------------------------------------------------------


def fitted(content: Mapping[str, Any]) -> dict[str, Any]:
    """The content without the cases and constraints of options and choices that it has not."""
    choices = _choices(content)
    fit = {key: value if key in ADDED else _fit(value, choices) for key, value in content.items()}
    if "constraints" in fit:
        fit["constraints"] = [
            {**one, "when": _known(one["when"], choices), "then": _known(one["then"], choices)}
            for one in fit["constraints"]
            if bears(one["when"], one["then"], choices)
        ]
    return fit


def _choices(content: Mapping[str, Any]) -> dict[str, set[str]]:
    """What may be chosen, by option; paytables are chosen among too."""
    flags = ["true", "false"]
    found = {
        name: {str(choice) for choice in option.get("choices", flags)}
        for name, option in content.get("options", {}).items()
    }
    tables = content.get("paytables", {})
    return found | {name: set(map(str, one["tables"])) for name, one in tables.items()}


def _fit(value: Any, choices: Mapping[str, set[str]]) -> Any:
    if isinstance(value, list):
        return [_fit(item, choices) for item in value]
    if not isinstance(value, Mapping):
        return value
    return {key: _fit_part(key, inner, choices) for key, inner in value.items()}


def _fit_part(key: Any, inner: Any, choices: Mapping[str, set[str]]) -> Any:
    if key in _CASES:
        return _cases(inner, choices)
    return _known(inner, choices) if key == "only_if" else _fit(inner, choices)


def _known(values: Mapping[str, Any], choices: Mapping[str, set[str]]) -> dict[str, Any]:
    """Conditions without the choices that an option does not have; unless none would be left."""
    return {
        name: [one for one in given if _case(one) in choices.get(name, ())] or given
        for name, given in values.items()
    }


def _cases(by: Mapping[str, Any], choices: Mapping[str, set[str]]) -> dict[str, Any]:
    return {
        option: {case: says for case, says in cases.items() if _case(case) in choices[option]}
        for option, cases in by.items()
        if option in choices
    }


def bears(
    when: Mapping[str, Any], then: Mapping[str, Any], choices: Mapping[str, Collection[str]]
) -> bool:
    """Whether a constraint is one between options that there are, and may ever come to bear."""
    return all(name in choices for name in (*when, *then)) and all(
        any(_case(value) in choices[name] for value in values) for name, values in when.items()
    )


def _case(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
