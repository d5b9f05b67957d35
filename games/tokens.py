"""Tokens that let their bearer in: at least 128 bits, handed out once, kept as their SHA-256."""

import hashlib
import secrets


def new_token() -> str:
    """Draw a token of 192 bits that fits into an address."""
    return secrets.token_urlsafe(24)


def digest(token: str) -> str:
    """Answer the form in which a token is kept."""
    return hashlib.sha256(token.encode()).hexdigest()
