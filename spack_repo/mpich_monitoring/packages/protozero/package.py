from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Protozero(CMakePackage):
    """A decoder and encoder of Protocol Buffers, of headers alone."""

    homepage = "https://github.com/mapbox/protozero"
    url = "https://github.com/mapbox/protozero/archive/v1.8.1.tar.gz"

    version("1.8.1", sha256="6c7a896f1dc08435e8cd4f3780ff688cd0bfce6890599b755f6f3cb36398dc25")

    depends_on("c", type="build")
    depends_on("cxx", type="build")

    def cmake_args(self):
        return [self.define("BUILD_TESTING", False)]
