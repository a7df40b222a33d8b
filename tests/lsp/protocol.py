#!/usr/bin/env python3
"""The language server against the protocol: what a client sends, and what has to come back."""
import os
import pathlib
import subprocess
import tempfile

from client import BAD, GOOD, RACY, Client, at, edited, expect

scratch = tempfile.TemporaryDirectory()
os.chdir(scratch.name)
os.environ["XDG_CACHE_HOME"] = scratch.name + "/cache"
for name, text in (("bad.cu", BAD), ("good.cu", GOOD), ("racy.cu", RACY)):
    pathlib.Path(name).write_text(text)


def test_life():
    c = Client()
    expect("too early", c.answer(c.ask("textDocument/hover"))["error"]["code"], -32002)
    capabilities = c.initialize()
    expect("characters", capabilities["positionEncoding"], "utf-16")
    expect("sync", capabilities["textDocumentSync"],
           {"openClose": True, "change": 1, "save": {"includeText": False}})
    expect("again", c.answer(c.ask("initialize"))["error"]["code"], -32600)
    expect("unknown", c.answer(c.ask("textDocument/rename"))["error"]["code"], -32601)
    c.notify("$/unknown")
    expect("exit code", c.end(), 0)
    c = Client()
    c.initialize()
    c.process.stdin.close()
    expect("exit code without shutdown", c.process.wait(60), 1)


def test_diagnostics():
    c = Client()
    c.initialize()
    uri = c.open("bad.cu", BAD)
    (d,) = c.diagnostics(uri)
    expect("place", d["range"], {"start": {"line": 2, "character": 8},
                                 "end": {"line": 2, "character": 23}})
    expect("head", (d["severity"], d["source"], d["code"]),
           (2, "cudasynclint", "barrier-divergence"))  # the others have ended by then
    told = [r["message"] for r in d["relatedInformation"]]
    for thread in ("thread 0", "thread 16"):
        assert any(m.startswith(thread) for m in told), told
    expect("related", {r["location"]["uri"] for r in d["relatedInformation"]}, {uri})
    status = c.notification("cudasynclint/status", uri)
    expect("status", (status["text"], status["findings"]), ("1 finding", 1))

    c.change(uri, GOOD)  # not on disk
    expect("after a change", c.diagnostics(uri), [])
    expect("status", c.notification("cudasynclint/status", uri)["text"], "1 proved")
    c.change(uri, "\n" + BAD, 3)
    expect("after another", c.diagnostics(uri)[0]["range"]["start"]["line"], 3)
    c.save(uri)
    expect("after saving", len(c.diagnostics(uri)), 1)
    c.notify("textDocument/didClose", textDocument={"uri": uri})
    expect("after closing", c.diagnostics(uri), [])

    uri = c.open("not text.cu", "a\0b")
    expect("not text", c.diagnostics(uri)[0]["code"], "not-analysed")
    expect("exit code", c.end(), 0)


def test_headers():
    """What includes a header is looked at again when the header is saved."""
    header = pathlib.Path("barrier.cuh")
    header.write_text("#define SYNC()\n")
    c = Client()
    c.initialize()
    source = c.open("uses.cu", '#include "barrier.cuh"\n' + GOOD.replace("__syncthreads", "SYNC"))
    assert c.diagnostics(source), "no race without the barrier"
    header.write_text("#define SYNC() __syncthreads()\n")
    uri = c.open("barrier.cuh", header.read_text())
    expect("of the header", c.diagnostics(uri), [])
    c.save(uri)
    expect("of what includes it", c.diagnostics(source), [])
    expect("exit code", c.end(), 0)


def test_characters():
    """Characters are counted in UTF-16, or in bytes if the client can."""
    text = BAD.replace("        __sync", "/* \u00e4\U0001f600 */ __sync")
    for encodings, start in (([], 10), (["utf-16"], 10), (["utf-16", "utf-8"], 13)):
        c = Client()
        c.initialize(capabilities={"general": {"positionEncodings": encodings}})
        (d,) = c.diagnostics(c.open("characters.cu", text))
        expect(f"start with {encodings}", d["range"]["start"]["character"], start)
        expect("exit code", c.end(), 0)


def titles(actions):
    return [a["title"] for a in actions]


def test_actions():
    c = Client()
    c.initialize(capabilities={"window": {"showDocument": {"support": True}}})
    uri = c.open("racy.cu", RACY)
    (d,) = c.diagnostics(uri)
    line = d["range"]["start"]["line"]
    actions = c.answer(c.actions(uri, line))["result"]
    fix, suppress, explain = actions
    assert "__syncthreads();" in fix["title"] and "tried" in fix["title"], titles(actions)
    expect("kinds", (fix["kind"], fix["isPreferred"], suppress["kind"]),
           ("quickfix", True, "quickfix"))
    expect("no other line", c.answer(c.actions(uri, line + 2))["result"], [])
    expect("no other kind", c.answer(c.actions(uri, line, only=["refactor"]))["result"], [])

    for action in (fix, suppress):
        c.change(uri, edited(RACY, action["edit"]["changes"][uri]))
        expect("after `%s`" % action["title"], c.diagnostics(uri), [])

    answer = c.ask("workspace/executeCommand", **explain["command"])
    shown = c.wait(lambda m: m.get("method") == "window/showDocument")
    c.send({"jsonrpc": "2.0", "id": shown["id"], "result": {"success": True}})
    page = c.answer(answer)["result"]
    assert page.startswith("# " + d["code"]), page[:40]
    path = pathlib.Path(shown["params"]["uri"].removeprefix("file://"))
    expect("the page", path.read_text(), page)
    wrong = c.answer(c.ask("workspace/executeCommand", command="cudasynclint.explain",
                           arguments=["none"]))
    expect("no such rule", wrong["error"]["code"], -32602)
    expect("exit code", c.end(), 0)


def test_hover():
    c = Client()
    c.initialize()
    uri = c.open("doubtful.cu", "__device__ void unknown(float *a);\n" + GOOD.replace(
        "__syncthreads()", "unknown(a)"))
    c.diagnostics(uri)
    def hover(line, character):
        return c.request("textDocument/hover", textDocument={"uri": uri},
                         position={"line": line, "character": character})
    text = hover(1, 18)["contents"]["value"]
    assert "kernel **good**: undecided" in text and "- shared: line " in text, text
    assert "unknown" in text, text
    expect("outside", hover(0, 0), None)
    uri = c.open("bad.cu", BAD)
    c.diagnostics(uri)
    text = hover(2, 10)["contents"]["value"]
    assert "**barrier-divergence** (high confidence)" in text, text
    expect("exit code", c.end(), 0)


def children(pid):
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], stdout=subprocess.PIPE,
                            text=True, check=False).stdout
    return listed.split()


def test_cancellation():
    """One check at a time; a change ends it, and a request can be taken back."""
    c = Client()
    c.initialize()
    # It takes seconds to parse.
    slow = "template <int N> struct f { static const int v = (f<N - 1>::v + f<N - 2>::v) % 7; };\n" \
        "template <> struct f<0> { static const int v = 0; };\n" \
        "template <> struct f<1> { static const int v = 1; };\n" + "".join(
            f"namespace n{i} {{ template <int N> struct g {{ static const int v = "
            f"g<N - 1>::v + {i}; }}; template <> struct g<0> {{ static const int v = 0; }};\n"
            f"int x = g<120>::v; }}\n" for i in range(2000)) + BAD
    uri = c.open("slow.cu", slow)
    request = c.actions(uri, len(slow.splitlines()) - 3)
    c.notify("$/cancelRequest", id=request)
    expect("taken back", c.answer(request)["error"]["code"], -32800)
    request = c.actions(uri, 0)
    other = c.open("other.cu", BAD)
    assert len(children(c.process.pid)) <= 1, "two checks at a time"
    c.change(uri, GOOD)
    expect("asked of another text", c.answer(request)["error"]["code"], -32801)
    expect("the second text", c.diagnostics(uri), [])
    expect("the other document", len(c.diagnostics(other)), 1)
    expect("children", children(c.process.pid), [])
    expect("exit code", c.end(), 0)


def test_options():
    """Options and configuration hold as on the command line."""
    c = Client("--checks=-barrier-divergence")
    c.initialize()
    expect("deselected", c.diagnostics(c.open("bad.cu", BAD)), [])
    expect("exit code", c.end(), 0)
    pathlib.Path("project").mkdir()
    pathlib.Path("project/.cudasynclint.yaml").write_text("no-such-key: 1\n")
    c = Client()
    c.initialize(rootUri=pathlib.Path("project").absolute().as_uri())
    uri = c.open("project/bad.cu", BAD)
    message = c.notification("window/showMessage")
    assert "no-such-key" in message["message"] and message["type"] == 1, message
    expect("nothing to offer", c.answer(c.actions(uri, 2))["result"], [])
    c.save(uri)  # told once
    pathlib.Path("project/.cudasynclint.yaml").write_text("checks: redundant-barrier\n")
    c.save(uri)
    expect("with a good configuration", len(c.diagnostics(uri)), 1)
    assert not [m for m in c.kept if m.get("method") == "window/showMessage"], c.kept
    expect("exit code", c.end(), 0)


def test_launches():
    """Launches in other files of the project count."""
    project = pathlib.Path("launches")
    (project / ".git").mkdir(parents=True)
    (project / "main.cu").write_text("__global__ void bad(float *a);\n"
                                     "void run(float *a) { bad<<<4, 16>>>(a); }\n")
    (project / "bad.cu").write_text(BAD)
    c = Client()
    c.initialize(workspaceFolders=[{"uri": project.absolute().as_uri(), "name": "p"}])
    expect("with blocks of 16", c.diagnostics(c.open(project / "bad.cu", BAD)), [])
    expect("exit code", c.end(), 0)


def test_time():
    """A file of 500 lines takes less than 0.3 s of processor time, the server's start included."""
    text = "".join(GOOD.replace("good", f"good{i}") + "// a line\n" * 14 for i in range(25))
    before = os.times()
    c = Client("--no-cache")
    c.initialize()
    expect("diagnostics", c.diagnostics(c.open("long.cu", text)), [])
    expect("exit code", c.end(), 0)
    after = os.times()
    spent = sum(after[2:4]) - sum(before[2:4])
    print(f"{len(text.splitlines())} lines: {spent:.2f} s of processor time")
    instrumented = b"__asan_init" in pathlib.Path(os.environ["CUDASYNCLINT"]).read_bytes()
    assert spent < 0.3 or instrumented, "too slow"


for test in [value for name, value in list(globals().items()) if name.startswith("test_")]:
    test()
    print("passed:", test.__name__)
