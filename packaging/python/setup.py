"""The wheel of a bundle: it lies in cudasynclint/bundle, and bundle.json there tells the version and
the libc. Everything else of the package is in setup.cfg."""
import json
import pathlib

from setuptools import setup
from setuptools.dist import Distribution
from wheel.bdist_wheel import bdist_wheel

HERE = pathlib.Path(__file__).parent
BUNDLE = json.loads((HERE / "cudasynclint/bundle/share/cudasynclint/bundle.json").read_text())


class BundleWheel(bdist_wheel):
    """For one machine and its libc, and for every Python 3."""

    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        glibc = BUNDLE["glibc"].replace(".", "_")
        return "py3", "none", f"manylinux_{glibc}_{BUNDLE['machine']}"


class BundleDistribution(Distribution):
    def has_ext_modules(self):
        return True


files = [path.relative_to(HERE / "cudasynclint").as_posix()
         for path in sorted((HERE / "cudasynclint/bundle").rglob("*")) if path.is_file()]
setup(version=BUNDLE["version"], package_data={"cudasynclint": files},
      cmdclass={"bdist_wheel": BundleWheel}, distclass=BundleDistribution)
