"""Models of the engine: the archive that every command of ``lfm`` takes."""

import io
import json
import zipfile
from pathlib import Path

import numpy as np


class Model:
    """A fitted model, all of it in memory: it can be pickled and saved.

    Parameters
    ----------
    archive : bytes
        The content of a model file.
    """

    def __init__(self, archive):
        self._archive = archive

    @classmethod
    def load(cls, path):
        """Reads a model file, such as ``lfm fit`` writes.

        Raises
        ------
        ValueError
            If it is none.
        """
        archive = Path(path).read_bytes()
        if not zipfile.is_zipfile(io.BytesIO(archive)):
            raise ValueError(f"{path} is not a model file of lfm")
        return cls(archive)

    def save(self, path):
        """Writes the file that every command of ``lfm`` takes."""
        Path(path).write_bytes(self._archive)

    @property
    def manifest(self):
        """What the engine says of the fit: options, seed, backend, error, trace."""
        return json.loads(self._read("manifest.json"))

    @property
    def column_names(self):
        """Names of the D columns of X; None if it had none."""
        names = self.manifest.get("columnNames")
        return None if names is None else np.array(names, dtype=object)

    @property
    def feature_names(self):
        """Names of the K features, as ``lfm name`` gives them; empty where one has none."""
        manifest = self.manifest
        return manifest.get("featureNames") or [""] * manifest["features"]

    def __repr__(self):
        return f"<{self.manifest['kind']}: {', '.join(self.names())}>"

    def names(self):
        """Names of the arrays."""
        with zipfile.ZipFile(io.BytesIO(self._archive)) as archive:
            return [name[:-4] for name in archive.namelist() if name.endswith(".npy")]

    def __getitem__(self, name):
        """An array, such as ``model["W"]``."""
        return np.load(io.BytesIO(self._read(f"{name}.npy")), allow_pickle=False)

    def __contains__(self, name):
        return name in self.names()

    def _read(self, name):
        with zipfile.ZipFile(io.BytesIO(self._archive)) as archive:
            return archive.read(name)
