"""Let the tick find which world is due without reading a row."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("earths", "0001_initial")]

    operations = [
        migrations.RemoveIndex(
            model_name="world",
            name="worlds_by_due",
        ),
        migrations.AddIndex(
            model_name="world",
            index=models.Index(
                condition=models.Q(("archived_at__isnull", True)),
                fields=["due_at"],
                include=("id",),
                name="worlds_by_due",
            ),
        ),
    ]
