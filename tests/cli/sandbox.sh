#!/bin/sh
# What a worker has while it works: no new rights, no system call that the filter forbids, no right of
# root but reading, few descriptors, none of which leads to the network, to other workers or to a file
# that is open for writing.
. tests/cli/check.inc
command -v python3 >/dev/null || exit 77
nm -D "$tool" | grep -q __asan && exit 77
"$tool" -v good.cu >out 2>err </dev/null
grep -q 'seccomp' err && exit 77 # this kernel lacks it, and the tool says so

for i in 1 2 3 4; do
    {
        echo '#define A(i) s[threadIdx.x + i] = i; o[i] += s[255 - threadIdx.x];'
        echo '#define B(i) A(i) A(i + 1) A(i + 2) A(i + 3) A(i + 4) A(i + 5) A(i + 6) A(i + 7)'
        echo "__global__ void slow$i(float *o) { __shared__ float s[512]; B(0) B(8) B(16) B(24) }"
    } >slow$i.cu
done
python3 - "$tool" <<'END' || failures=1
import os, socket, stat, subprocess, sys, time

listener = socket.socket()  # what the user's shell has open is not the worker's either
listener.bind(("127.0.0.1", 0))
kept = os.open("kept", os.O_RDWR | os.O_CREAT)
run = subprocess.Popen([sys.argv[1], "-q", "--no-cache", "-j4", "slow1.cu", "slow2.cu", "slow3.cu", "slow4.cu"],
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       pass_fds=[listener.fileno(), kept])
wrong, seen = set(), 0


def status(pid):
    with open(f"/proc/{pid}/status") as text:
        return dict(line.rstrip("\n").split(":\t", 1) for line in text if ":\t" in line)


def look(pid):
    """What is wrong with one worker that reads a source by now."""
    said = status(pid)
    if said["Seccomp"] == "0":
        return False  # it has not begun
    if said["Seccomp"] != "2" or said["NoNewPrivs"] != "1":
        wrong.add(f"Seccomp {said['Seccomp']}, NoNewPrivs {said['NoNewPrivs']}")
    for kind in ("CapEff", "CapPrm", "CapInh", "CapAmb"):
        if int(said[kind], 16) & ~(1 << 2):  # CAP_DAC_READ_SEARCH
            wrong.add(f"{kind} {said[kind]}")
    with open(f"/proc/{pid}/limits") as text:
        limits = {line[:26].strip(): line[26:].split()[0] for line in text}
    if limits["Max core file size"] != "0" or limits["Max file size"] != "0":
        wrong.add("it may write files")
    if int(limits["Max open files"]) > 64:
        wrong.add(f"{limits['Max open files']} descriptors")
    pipes = sockets = 0
    for fd in os.listdir(f"/proc/{pid}/fd"):
        mode = os.stat(f"/proc/{pid}/fd/{fd}").st_mode
        pipes += stat.S_ISFIFO(mode)
        sockets += stat.S_ISSOCK(mode)
        if os.readlink(f"/proc/{pid}/fd/{fd}").endswith("/kept"):
            wrong.add("a file that is open for writing")
    if sockets:
        wrong.add(f"{sockets} sockets")
    if pipes > 5:  # standard output and error, each by two numbers, and the one of the result
        wrong.add(f"{pipes} ends of pipes")
    return True


until = time.time() + 60
while run.poll() is None and time.time() < until:
    try:
        with open(f"/proc/{run.pid}/task/{run.pid}/children") as text:
            for pid in text.read().split():
                seen += look(int(pid))
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        pass
    time.sleep(0.002)
run.wait()
if wrong or not seen:
    print(f"{seen} looks at workers: {wrong or 'none was seen'}")
    sys.exit(1)
END
finish
