"""QR codes of links, as pictures."""

import io

import segno


def draw(address: str) -> bytes:
    """Draw ``address`` as an SVG picture, dark on light with a quiet zone, whatever the page's colours are."""
    picture = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        picture, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, omitsize=True
    )
    return picture.getvalue()
