"""A player's screen."""

import pytest

from tests.roles.conftest import deal

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]


def test_shows():
    sitting = deal()
    for viewer in (1, "public", "moderator"):
        answer = sitting.browser(viewer).get(sitting.path)
        assert answer.status_code == 200, answer.content
    answer = sitting.browser("public").get("/play/kaban/")
    assert answer.status_code == 200
