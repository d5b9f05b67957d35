"""Passkeys, on a site on which they are switched on: a browser with an authenticator of its own."""

from typing import Any

from tests.config.test_run import Start, port, start, var

__all__ = ["port", "start", "var"]

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
}


def test_passkey_is_added_and_signs_its_owner_in(page: Any, start: Start, port: int) -> None:
    start(port, PASSKEYS="true").wait_for("Ctrl-C stops it.")
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    # A passkey belongs to a name; it cannot belong to a number such as 127.0.0.1.
    site = f"http://localhost:{port}"
    page.set_default_timeout(10_000)
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})

    page.goto(f"{site}/accounts/signup/")
    page.get_by_label("Username").fill("Ada")
    for field in page.locator("input[type=password]").all():
        field.fill("correct horse battery")
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url(lambda url: "/signup" not in url)
    page.goto(f"{site}/accounts/2fa/webauthn/add/")
    page.locator("input[type=password]").fill("correct horse battery")
    page.get_by_role("button", name="Confirm").click()
    page.locator("input[name=name]").fill("My phone")
    page.locator("input[name=passwordless]").check()
    page.locator("#mfa_webauthn_add").click()
    page.wait_for_url("**/recovery-codes/**")

    page.context.clear_cookies()
    page.goto(f"{site}/accounts/login/")
    page.locator("#passkey_login").click()
    page.wait_for_url(lambda url: "/login" not in url)
    assert "Ada" in page.locator("body").inner_text()
    assert said == []
