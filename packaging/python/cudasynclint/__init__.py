"""cudasynclint, a static checker for CUDA synchronisation: the program and how to find it."""
import os

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bundle", "bin", "cudasynclint")
