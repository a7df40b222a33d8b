"""What compute-sanitizer's racecheck and synccheck print, read into hazards."""
import re

ACCESS = r"(\w+) access at (.+?)\+0x[0-9a-f]+(?: in (\S+):(\d+))?"
RACE = re.compile(r"(Error|Warning|Info): (?:Race reported between|Potential \w+ hazard.*?) ?" + ACCESS)
AND = re.compile(r"and " + ACCESS + r"(?:.*?\[(\d+) hazards?\])?")
BARRIER = re.compile(r"Barrier error detected\. (.*)")
AT = re.compile(r"\bat (.+?)\+0x[0-9a-f]+(?: in (\S+):(\d+))?")
SUMMARY = re.compile(r"(RACECHECK|ERROR) SUMMARY: (.*)")


def kernel_name(text):
    """`void ns::sum<int>(int *)` is `sum`."""
    text = re.sub(r"\(.*", "", text.strip().replace("(anonymous namespace)", ""))
    text = re.sub(r"<.*", "", text)
    return re.split(r"[ :]+", text.strip())[-1]


def place(file, line):
    return f"{file.rsplit('/', 1)[-1]}:{line}" if file else None


def add(hazards, new):
    """Adds up hazards of the same places."""
    for old in hazards:
        if all(old[k] == new[k] for k in new if k != "count"):
            old["count"] += new["count"]
            return
    hazards.append(new)


def parse(log):
    """The hazards of a log, and the words of its summary (None: it has none)."""
    hazards, summary, first, pending = [], None, None, None
    for line in log.splitlines():
        if not line.startswith("========="):
            continue
        text = line[len("========="):].strip()
        if match := SUMMARY.search(text):
            summary = match.group(2)
        elif match := RACE.search(text):
            first = match
        elif first and (match := AND.search(text)):
            add(hazards, {
                "severity": first.group(1).lower(),
                "what": f"{first.group(2)} and {match.group(1)}".lower(),
                "kernel": kernel_name(first.group(3)),
                "places": [p for p in (place(first.group(4), first.group(5)),
                                       place(match.group(3), match.group(4))) if p],
                "count": int(match.group(5) or 1)})
        elif match := BARRIER.search(text):
            pending = match.group(1).strip().rstrip(".")
        elif pending and (match := AT.search(text)):
            add(hazards, {"severity": "error", "what": pending,
                          "kernel": kernel_name(match.group(1)),
                          "places": [p for p in (place(match.group(2), match.group(3)),) if p],
                          "count": 1})
            pending = None
        if not text:
            first = pending = None
    return hazards, summary


def complaint(log):
    """The first line of a log that says what went wrong, or None."""
    for line in log.splitlines():
        if line.startswith("=========") and re.search(r"[Ee]rror|not supported|[Ff]ailed", line):
            return line[len("========="):].strip()
    return None
