"""Executes every notebook of this folder in order and fails with the cell that failed. Writes nothing."""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

here = Path(__file__).parent
notebooks = sorted(here.glob("*.ipynb"))
if not notebooks:
    sys.exit("there are no notebooks here")
for path in notebooks:
    notebook = nbformat.read(path, as_version=4)
    if any(cell.get("outputs") for cell in notebook.cells):
        sys.exit(f"{path.name}: has outputs: clear them before committing")
    try:
        NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(here)}}).execute()
    except CellExecutionError as error:
        sys.exit(f"{path.name}: {error}")
    pictures = sum("image/png" in output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", []))
    print(f"{path.name}: {len(notebook.cells)} cells, {pictures} pictures")
