"""Inputs for programs that read files: small, made here, the same every time."""
import os
import random
import struct

MAKERS = {}


def maker(function):
    MAKERS[function.__name__] = function
    return function


def make(name, folder):
    MAKERS[name](folder)


def write(folder, name, content):
    mode = "wb" if isinstance(content, bytes) else "w"
    with open(os.path.join(folder, name), mode) as f:
        f.write(content)


def numbers(count, least=0.0, most=1.0):
    draw = random.Random(1)
    return [round(draw.uniform(least, most), 4) for _ in range(count)]


def floats(values):
    return struct.pack(f"<{len(values)}f", *values)


def lines(values):
    return "".join(f"{v}\n" for v in values)


@maker
def bfs_graph(folder):
    """Rodinia: nodes with first edge and degree, source, edges with cost; a ring with chords."""
    nodes, degree = 4096, 3
    text = [str(nodes)] + [f"{i * degree} {degree}" for i in range(nodes)]
    text += ["", "0", "", str(nodes * degree)]
    for i in range(nodes):
        text += [f"{(i + step) % nodes} 1" for step in (1, 7, 191)]
    write(folder, "graph.txt", "\n".join(text) + "\n")


@maker
def btree_keys(folder):
    keys = list(range(1, 4097))
    random.Random(1).shuffle(keys)
    write(folder, "keys.txt", lines([len(keys)] + keys))
    write(folder, "command.txt", "j 60 30\nk 100\n")


@maker
def cfd_domain(folder):
    """Elements with an area and four neighbours, each with a normal."""
    count = 192
    text = [str(count)]
    for i in range(count):
        row = ["1.0"]
        for step, normal in ((1, (.1, 0, 0)), (-1, (-.1, 0, 0)), (12, (0, .1, 0)), (-12, (0, -.1, 0))):
            row += [str((i + step) % count + 1)] + [str(n) for n in normal]
        text.append(" ".join(row))
    write(folder, "domain.txt", "\n".join(text) + "\n")


@maker
def hotspot(folder):
    write(folder, "temp.txt", lines(numbers(64 * 64, 320, 340)))
    write(folder, "power.txt", lines(numbers(64 * 64, 0, .01)))


@maker
def hotspot3d(folder):
    write(folder, "temp3d.txt", lines(numbers(64 * 64 * 4, 320, 340)))
    write(folder, "power3d.txt", lines(numbers(64 * 64 * 4, 0, .01)))


@maker
def huffman(folder):
    draw = random.Random(1)
    write(folder, "text.in", bytes(min(int(draw.expovariate(.05)), 255) for _ in range(1 << 18)))


@maker
def nn(folder):
    """Hurricane records of 49 characters; latitude and longitude stand at 28 and 33."""
    draw = random.Random(1)
    record = "{:<28}{:5.1f}{:5.1f}{:<10}\n"
    text = [record.format(f"1990 9 {i % 28} 12 name", draw.uniform(7, 70), draw.uniform(0, 99), "  50")
            for i in range(1024)]
    write(folder, "cane.db", "".join(text))
    write(folder, "files.txt", "cane.db\n")


@maker
def atoms(folder):
    """Atoms of a small box, in the form that Parboil's cutcp reads."""
    p = numbers(3 * 512, 0, 24)
    row = "ATOM {:6d} OH2 TIP3 {:5d} {:8.3f} {:8.3f} {:8.3f} {:7.4f} 1.0\n"
    write(folder, "atoms.pqr", "".join(
        row.format(i + 1, i + 1, p[3 * i], p[3 * i + 1], p[3 * i + 2], 0.4 - 0.8 * (i % 2))
        for i in range(512)).replace("ATOM ", "ATOM  "))


@maker
def some_floats(folder):
    write(folder, "data.bin", floats(numbers(64 * 32 * 8)))


@maker
def parboil_histo(folder):
    """An image of values below 256 x 996, most of them near the middle."""
    draw, width, height = random.Random(1), 256, 996
    values = [int(min(max(draw.gauss(.5, .1), 0), .999) * width * height) for _ in range(width * 64)]
    write(folder, "img.bin", struct.pack("<4I", width, 64, width, height) +
          struct.pack(f"<{len(values)}I", *values))


@maker
def parboil_imghisto(folder):
    draw = random.Random(1)
    write(folder, "img.bin", struct.pack(">16384H", *(draw.randrange(4096) for _ in range(16384))))


@maker
def parboil_lbm(folder):
    plane = ("." * 120 + "\n") * 120 + "\n"
    write(folder, "lbm.of", plane * 150)


def mri(folder, name, per_sample):
    k, x = 512, 1024
    body = struct.pack("<2i", k, x) + floats(numbers(3 * k, -1, 1)) + floats(numbers(3 * x, -1, 1))
    write(folder, name, body + floats(numbers(per_sample * k, -1, 1)))


@maker
def parboil_mri_q(folder):
    mri(folder, "mriq.bin", 2)


@maker
def parboil_mri_fhd(folder):
    mri(folder, "mri.bin", 4)


@maker
def parboil_gridding(folder):
    count, size = 2048, 32
    write(folder, "grid.uks",
          f"aquisition.numsamples={count}\naquisition.kmax=16.0 16.0 16.0\n"
          f"aquisition.matrixSize={size} {size} {size}\nreconstruction.matrixSize={size} {size} {size}\n"
          f"gridding.matrixSize={size} {size} {size}\ngridding.oversampling=1.0\n"
          "kernel.width=2.0\nkernel.useLUT=1\n")
    write(folder, "grid.uks.data", floats(numbers(6 * count, 0, 8)))


@maker
def parboil_sgemm(folder):
    for name in ("a.txt", "b.txt", "bt.txt"):
        write(folder, name, "128 128 " + " ".join(map(str, numbers(128 * 128))) + " \n")
