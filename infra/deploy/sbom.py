"""Writes a bill of materials (SBOM) in CycloneDX format for each built function, with the linked crates, their licences
and checksums, and the checksum of the executable."""

import hashlib
import json
import tomllib
from pathlib import Path

from cyclonedx.factory.license import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from tools import ROOT, run

# The name and the version of a crate.
Crate = tuple[str, str]


def write(directory: Path, target: str, executables: dict[str, Path]) -> list[Path]:
    """Writes the bills into `directory`. `target` is the triple that the functions were built for; `executables` maps
    packages to executables. Returns the files."""
    directory.mkdir(parents=True, exist_ok=True)
    crates = Crates(target)
    files = []
    for package, executable in executables.items():
        binary = executable.read_bytes()
        path = directory / f"{package}.cdx.json"
        path.write_text(JsonV1Dot6(crates.bill(package, binary)).output_as_string(indent=2))
        files.append(path)
    return files


class Crates:
    """The crates of the workspace, as cargo resolves them for a target."""

    def __init__(self, target: str) -> None:
        self.triple = target
        # The same versions and sources as in the build.
        metadata, _ = run(["cargo", "metadata", "--locked", "--format-version", "1"], "metadata")
        packages = json.loads(metadata[metadata.index("{") :])["packages"]
        self.licences = {(each["name"], each["version"]): each["license"] for each in packages}
        locked = tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]
        self.checksums = {(each["name"], each["version"]): each.get("checksum") for each in locked}

    def bill(self, package: str, binary: bytes) -> Bom:
        """The bill of materials of a function."""
        edges = self.edges(package)
        components = {crate: self.component(crate) for crate in edges}
        root = components.pop(next(iter(edges)))
        root.type = ComponentType.APPLICATION
        root.hashes.add(HashType(alg=HashAlgorithm.SHA_256, content=hashlib.sha256(binary).hexdigest()))
        bom = Bom(components=components.values())
        bom.metadata.component = root
        known = {**components, next(iter(edges)): root}
        for crate, needed in edges.items():
            bom.register_dependency(known[crate], [known[each] for each in needed])
        return bom

    def edges(self, package: str) -> dict[Crate, set[Crate]]:
        """The dependencies of each crate in a package's executable, the package first."""
        # The standard library and C code are not crates, so cargo does not list them.
        command = ["cargo", "tree", "--locked", "--package", package, "--edges", "normal,no-proc-macro"]
        command += ["--target", self.triple, "--prefix", "depth", "--format", " {p}"]
        told, _ = run(command, f"tree-{package}")
        edges: dict[Crate, set[Crate]] = {}
        above: list[Crate] = []
        for line in filter(lambda line: line[:1].isdigit(), told.splitlines()):
            depth, name, version = line.split()[:3]
            crate = (name, version.removeprefix("v"))
            edges.setdefault(crate, set())
            above[int(depth) :] = [crate]
            if len(above) > 1:
                edges[above[-2]].add(crate)
        return edges

    def component(self, crate: Crate) -> Component:
        """The component of a crate."""
        name, version = crate
        checksum, licence = self.checksums.get(crate), self.licences.get(crate)
        return Component(
            type=ComponentType.LIBRARY,
            name=name,
            version=version,
            bom_ref=f"{name}@{version}",
            # A crate of this project comes from no registry.
            purl=PackageURL("cargo", None, name, version) if checksum else None,
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=checksum)] if checksum else [],
            licenses=[LicenseFactory().make_from_string(licence)] if licence else [],
        )
