"""A client of `cudasynclint lsp` for tests: sends messages, waits for answers."""
import json
import os
import pathlib
import queue
import subprocess
import sys
import threading

BAD = """__global__ void bad(float *a) {
    if (threadIdx.x < 16)
        __syncthreads();
    a[threadIdx.x] = 0;
}
"""
GOOD = """__global__ void good(float *a) {
    __shared__ float s[1024];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
"""
RACY = GOOD.replace("    __syncthreads();\n", "")
TIMEOUT = 120


class Client:
    def __init__(self, *options, tool=None):
        self.process = subprocess.Popen([tool or os.environ["CUDASYNCLINT"], "lsp", *options],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.messages = queue.Queue()
        self.kept = []  # arrived and not asked for yet
        self.ids = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        out = self.process.stdout
        while True:
            length = None
            while (line := out.readline().strip()):
                name, value = line.split(b":")
                if name == b"Content-Length":
                    length = int(value)
            if length is None:
                self.messages.put(None)
                return
            self.messages.put(json.loads(out.read(length)))

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps(message).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def notify(self, method, **params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method, **params):
        """Sends a request; its id."""
        self.ids += 1
        self.send({"jsonrpc": "2.0", "id": self.ids, "method": method, "params": params})
        return self.ids

    def wait(self, wanted):
        """The first message that has arrived, or arrives, and is wanted."""
        for i, message in enumerate(self.kept):
            if wanted(message):
                return self.kept.pop(i)
        while True:
            message = self.messages.get(timeout=TIMEOUT)
            if message is None:
                raise EOFError("the server has ended")
            if wanted(message):
                return message
            self.kept.append(message)

    def answer(self, request):
        return self.wait(lambda m: m.get("id") == request and "method" not in m)

    def request(self, method, **params):
        answer = self.answer(self.ask(method, **params))
        assert "result" in answer, answer
        return answer["result"]

    def notification(self, method, uri=None):
        return self.wait(lambda m: m.get("method") == method
                         and (uri is None or m["params"].get("uri") == uri))["params"]

    def diagnostics(self, uri):
        return self.notification("textDocument/publishDiagnostics", uri)["diagnostics"]

    def initialize(self, **params):
        result = self.request("initialize", processId=os.getpid(), capabilities=params.pop(
            "capabilities", {}), **params)
        self.notify("initialized")
        return result["capabilities"]

    def open(self, path, text):
        uri = pathlib.Path(path).absolute().as_uri()
        self.notify("textDocument/didOpen", textDocument={
            "uri": uri, "languageId": "cuda", "version": 1, "text": text})
        return uri

    def change(self, uri, text, version=2):
        self.notify("textDocument/didChange", textDocument={"uri": uri, "version": version},
                    contentChanges=[{"text": text}])

    def save(self, uri):
        self.notify("textDocument/didSave", textDocument={"uri": uri})

    def actions(self, uri, line, **context):
        return self.ask("textDocument/codeAction", textDocument={"uri": uri}, range=at(line),
                        context={"diagnostics": [], **context})

    def end(self):
        """Ends the server in order; its exit code."""
        self.request("shutdown")
        self.notify("exit")
        return self.process.wait(TIMEOUT)


def at(line, character=0):
    place = {"line": line, "character": character}
    return {"start": place, "end": place}


def expect(what, have, wanted):
    if have != wanted:
        sys.exit(f"{what}: {have!r}, not {wanted!r}")


def edited(text, edits):
    """The text after edits of whole lines."""
    lines = text.splitlines(keepends=True)
    for edit in sorted(edits, key=lambda e: -e["range"]["start"]["line"]):
        lines[edit["range"]["start"]["line"]:edit["range"]["end"]["line"]] = [edit["newText"]]
    return "".join(lines)
