"""Let monitors count rooms that were set aside without reading all others."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_seats_seen")]

    operations = [
        migrations.AddIndex(
            model_name="room",
            index=models.Index(
                condition=models.Q(("status", "set aside")), fields=["id"], name="rooms_set_aside"
            ),
        ),
    ]
