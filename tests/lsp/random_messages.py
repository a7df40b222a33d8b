#!/usr/bin/env python3
"""1,000 random messages, well-formed and not: the server stays up, answers every request once, and
still finds what is wrong in the end."""
import os
import random
import sys
import tempfile

from client import BAD, GOOD, RACY, Client, expect

N = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
scratch = tempfile.TemporaryDirectory()
os.chdir(scratch.name)
os.environ["XDG_CACHE_HOME"] = scratch.name + "/cache"
r = random.Random(20261122)
METHODS = ["initialize", "initialized", "textDocument/didOpen", "textDocument/didChange",
           "textDocument/didSave", "textDocument/didClose", "textDocument/hover",
           "textDocument/codeAction", "workspace/executeCommand", "$/cancelRequest", "a/b", ""]
URIS = [f"file://{scratch.name}/{i}.cu" for i in range(3)] + ["untitled:1", "", "file://%zz", 7]


def value(depth=0):
    return r.choice([lambda: None, lambda: r.randint(-2**40, 2**40), lambda: r.choice([True, 1.5]),
                     lambda: r.choice(["", "a\0b", "\ud800".encode("utf-8", "replace").decode(),
                                       "\U0001f600" * 3]),
                     lambda: [value(depth + 1) for _ in range(r.randint(0, 3 - min(depth, 3)))],
                     lambda: params() if depth < 2 else {}])()


def params():
    place = {"line": r.choice([0, 2, 3, -1, 2**31]), "character": r.choice([0, 8, 10**6])}
    whole = {"textDocument": {"uri": r.choice(URIS), "text": r.choice([BAD, GOOD, RACY, "", 3]),
                              "version": r.randint(0, 9)},
             "contentChanges": r.choice([[{"text": r.choice([BAD, GOOD, RACY, "{{{"])}], [], 1]),
             "position": place, "range": {"start": place, "end": place},
             "context": r.choice([{}, {"only": ["quickfix"]}, 1]), "id": r.randint(1, N),
             "command": "cudasynclint.explain", "arguments": r.choice([["shared-race"], [], 1])}
    for name in list(whole):
        if r.random() < 0.1:
            whole[name] = r.choice([None, 1, "x", [], {}])
        elif r.random() < 0.1:
            del whole[name]
    return whole


c = Client()
c.initialize()
asked = set()
for i in range(N):
    kind = r.random()
    if kind < 0.05:  # no message at all
        c.send_bytes(r.choice([b"\r\n\r\n", b"Content-Length: x\r\n\r\n", b"Content-Length: -5\r\n\r\n",
                               b"Content-Length: 3\r\n\r\n{]}", b"X: 1\r\n\r\n",
                               b"Content-Length: 99999999999999999999\r\n\r\n",
                               b"Content-Length: 2\r\n\r\n\xff\xfe"]))
    elif kind < 0.1:
        c.send(value())
    else:
        message = {"jsonrpc": "2.0", "method": r.choice(METHODS), "params": params()}
        if r.random() < 0.1:
            message["params"] = value()
        if r.random() < 0.6:
            message["id"] = 1000000 + i
            asked.add(message["id"])
        c.send(message)

uri = c.open("end.cu", BAD)
expect("the finding in the end", [d["code"] for d in c.diagnostics(uri)], ["barrier-divergence"])
for request in sorted(asked):
    c.answer(request)
doubled = [m for m in c.kept if m.get("id") in asked]
expect("answers given twice", doubled, [])
expect("exit code", c.end(), 0)
print(f"{N} messages, {len(asked)} requests answered")
