"""The command `cudasynclint`: becomes the program that came with this package."""
import os
import sys

from . import PROGRAM


def main():
    os.execv(PROGRAM, [PROGRAM, *sys.argv[1:]])


if __name__ == "__main__":
    main()
