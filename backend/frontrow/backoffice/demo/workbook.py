"""The demo's only file: a PDF workbook of dotted pages, stored like an uploaded file."""

from frontrow.core.errors import ProviderDown
from frontrow.integrations import storage

KEY = "demo/workbook.pdf"
NAME = "workbook.pdf"
PAGES = 12
WIDTH, HEIGHT, MARGIN, STEP = 612, 792, 54, 18


def draw_workbook() -> bytes:
    """A PDF whose pages all have a heading and a dotted grid."""
    dots = "".join(
        f"{x} {y} 1 1 re\n"
        for y in range(MARGIN, HEIGHT - 2 * MARGIN, STEP)
        for x in range(MARGIN, WIDTH - MARGIN, STEP)
    )
    page = f"BT /F1 18 Tf {MARGIN} {HEIGHT - MARGIN - 18} Td (Workbook) Tj ET\n0.6 g\n{dots}f\n"
    kids = " ".join(f"{number} 0 R" for number in range(5, 5 + PAGES))
    leaf = (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}]"
        " /Resources << /Font << /F1 3 0 R >> >> /Contents 4 0 R >>"
    )
    return _pdf(
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {PAGES} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>",
        f"<< /Length {len(page)} >>\nstream\n{page}endstream",
        *[leaf] * PAGES,
    )


def _pdf(*objects: str) -> bytes:
    """Assemble the PDF with its cross-reference table."""
    text = "%PDF-1.4\n"
    begins = []
    for number, body in enumerate(objects, start=1):
        begins.append(f"{len(text):010} 00000 n \n")
        text += f"{number} 0 obj\n{body}\nendobj\n"
    table = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{''.join(begins)}"
    end = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(text)}\n%%EOF\n"
    return (text + table + end).encode("ascii")


def store_workbook() -> bool:
    """Store it where its link expects it. False if storage is configured and unreachable."""
    if not storage.is_configured():
        return True
    try:
        storage.store(key=KEY, content=draw_workbook(), content_type="application/pdf")
    except ProviderDown:
        return False
    return True
