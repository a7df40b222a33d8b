"""The table programs.csv: how each program of a tree is built, and with which arguments it is run.

Columns: tree; program; folder in the tree; sources, as globs in that folder or, behind //, in the
tree; flags of nvcc; arguments; data: files of the folder that it reads, or gen:NAME for those that
inputs.py makes. A row whose program is * holds what all programs of its tree have in common: the
sources of rows that name none, and flags and arguments that come first. In flags, {folder} is that
of the program, {include} the folder beside this file, {TREE} the root of another tree, and -I
folders are relative to the tree.
"""
import csv
import glob
import hashlib
import os

HERE = os.path.dirname(os.path.abspath(__file__))


class Program:
    def __init__(self, row, common, trees):
        self.tree, self.name = row["tree"], row["program"]
        self.root = os.path.join(trees, self.tree)
        self.folder = os.path.join(self.root, row["folder"])
        self.globs = (row["sources"] or common["sources"]).split()
        self.arguments = " ".join(filter(None, [common["arguments"], row["arguments"]])).split()
        self.data = row["data"].split()
        self.text = "|".join([row["sources"], row["flags"], common["flags"]])
        self.flags = self.expand(common["flags"], trees) + self.expand(row["flags"], trees)

    @property
    def id(self):
        return self.tree + "/" + self.name

    def expand(self, flags, trees):
        """Flags with their places filled in; folders of -I are made absolute."""
        out = []
        for word in flags.split():
            for tree in os.listdir(trees):
                word = word.replace("{" + tree + "}", os.path.join(trees, tree))
            word = word.replace("{folder}", self.folder)
            word = word.replace("{include}", os.path.join(HERE, "include"))
            out.append(os.path.join(self.root, word) if out and out[-1] == "-I" else word)
        return out

    def sources(self):
        found = []
        for pattern in self.globs:
            root, rest = (self.root, pattern[2:]) if pattern.startswith("//") else (
                self.folder, pattern)
            found += sorted(glob.glob(os.path.join(root, rest)))
        return found

    def files(self):
        """All text that a build reads of its folder: the sources, and headers beside them."""
        found = set(self.sources())
        for ending in ("*.cu", "*.cuh", "*.h", "*.hpp", "*.c", "*.cpp", "*.cc", "*.inl"):
            found |= set(glob.glob(os.path.join(self.folder, "**", ending), recursive=True))
        return sorted(found)

    def source_hash(self):
        """SHA-256 of these files and of the row: another one makes a record stale."""
        h = hashlib.sha256(self.text.encode())
        for path in self.files():
            with open(path, "rb") as f:
                h.update(os.path.relpath(path, self.root).encode() + b"\0" + f.read() + b"\0")
        return h.hexdigest()


def rows():
    with open(os.path.join(HERE, "programs.csv"), newline="") as f:
        return list(csv.DictReader(f))


def programs(trees):
    """The programs of the trees that lie in the folder `trees`, in the order of the table."""
    all_rows = rows()
    common = {r["tree"]: r for r in all_rows if r["program"] == "*"}
    return [Program(r, common[r["tree"]], trees) for r in all_rows
            if r["program"] != "*" and os.path.isdir(os.path.join(trees, r["tree"]))]
