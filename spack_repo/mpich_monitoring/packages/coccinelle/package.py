import re

from spack_repo.builtin.build_systems.generic import Package

from spack.package import *


class Coccinelle(Package):
    """Semantic patches for C. Only that of the system is used: most distributions have a package coccinelle, and
    `spack external find coccinelle` finds it."""

    homepage = "https://coccinelle.gitlabpages.inria.fr/website/"
    has_code = False

    version("1.1.1")

    executables = [r"^spatch$"]

    @classmethod
    def determine_version(cls, exe):
        found = re.search(r"spatch version (\d+(?:\.\d+)*)", Executable(exe)("--version", output=str, error=str))
        return found and found.group(1)

    def install(self, spec, prefix):
        raise InstallError("install the system's package coccinelle, and run: spack external find coccinelle")
