"""Files that people choose as pictures, and some that are none."""

import struct
import zlib


def png(width: int, height: int, colour: tuple[int, int, int] = (40, 120, 60)) -> dict:
    """A PNG of one colour, as a browser's file field takes it."""
    row = b"\0" + bytes(colour) * width
    return chosen("flower.png", "image/png", _png(width, height, row * height))


def bomb() -> dict:
    """A small file that says it is 50,000 by 50,000 pixels large."""
    return chosen("bomb.png", "image/png", _png(50_000, 50_000, b""))


def heic() -> dict:
    return chosen("IMG_1.HEIC", "image/heic", b"\0\0\0\x18ftypheic" + bytes(500))


def text() -> dict:
    return chosen("notes.jpg", "image/jpeg", b"No picture at all")


def chosen(name: str, kind: str, content: bytes) -> dict:
    return {"name": name, "mimeType": kind, "buffer": content}


def _png(width: int, height: int, rows: bytes) -> bytes:
    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
