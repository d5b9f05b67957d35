"""Let the tick find what is due, and what is old, without reading a row."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0003_rooms_set_aside")]

    operations = [
        migrations.RemoveIndex(
            model_name="room",
            name="rooms_by_due",
        ),
        migrations.RemoveIndex(
            model_name="room",
            name="rooms_by_resumption",
        ),
        migrations.RemoveIndex(
            model_name="room",
            name="rooms_by_activity",
        ),
        migrations.AddIndex(
            model_name="room",
            index=models.Index(
                condition=models.Q(("due_at__isnull", False)),
                fields=["due_at"],
                include=("id",),
                name="rooms_by_due",
            ),
        ),
        migrations.AddIndex(
            model_name="room",
            index=models.Index(
                condition=models.Q(("resumes_at__isnull", False)),
                fields=["resumes_at"],
                include=("id",),
                name="rooms_by_resumption",
            ),
        ),
        migrations.AddIndex(
            model_name="room",
            index=models.Index(fields=["touched_at"], include=("id",), name="rooms_by_activity"),
        ),
        migrations.AddIndex(
            model_name="room",
            index=models.Index(
                condition=models.Q(("status", "lobby")),
                fields=["touched_at"],
                include=("id",),
                name="lobbies_by_activity",
            ),
        ),
    ]
