"""Let a notice know which citizen it is about, so that it loses their name with them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("earths", "0002_indexes_that_answer_the_tick")]

    operations = [
        migrations.AddField(
            model_name="notice",
            name="citizen",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="earths.citizen",
            ),
        ),
    ]
