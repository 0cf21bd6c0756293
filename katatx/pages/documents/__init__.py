"""Read files into pages: plain text, Markdown, HTML, LaTeX, notebooks."""

from katatx.pages.documents.finding import find_documents
from katatx.pages.documents.reading import read_document

__all__ = ["find_documents", "read_document"]
