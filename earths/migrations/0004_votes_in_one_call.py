"""Votes are held, judged and stored by one function: see docs/decisions/0020-a-vote-is-one-call.md."""

from django.db import migrations

CAST = """\
CREATE FUNCTION earths_cast(
    voter_id bigint, sent_at timestamptz, ballot_year numeric, votes jsonb, new_response text, new_code text,
    OUT verdict text, OUT cast_id bigint, OUT cast_code text
) LANGUAGE plpgsql AS $$
DECLARE
    held_at timestamptz := sent_at;
    is_held boolean;
    voter record;
BEGIN
    -- The count takes this lock alone. Each statement below sees what was committed before it began.
    SELECT pg_try_advisory_xact_lock_shared(17783, citizen.world_id::integer) INTO is_held
    FROM earths_citizen AS citizen WHERE citizen.id = voter_id;
    IF NOT is_held THEN
        PERFORM pg_advisory_xact_lock_shared(17783, citizen.world_id::integer)
        FROM earths_citizen AS citizen WHERE citizen.id = voter_id;
        held_at := sent_at + (clock_timestamp() - statement_timestamp());
    END IF;

    SELECT citizen.earth, week.id AS week, CASE
        WHEN world.archived_at IS NOT NULL THEN 'archived'
        WHEN world.due_at <= held_at THEN 'behind'
        WHEN week.id IS NULL OR week.ballot_at > held_at OR week.count_at <= held_at THEN 'closed'
        WHEN week.stage <> 2 THEN 'moving on'
        WHEN week.year <> ballot_year THEN 'another week'
        WHEN citizen.left_at IS NOT NULL THEN 'left'
        WHEN citizen.banned_at IS NOT NULL THEN 'banned'
        WHEN citizen.joined_at >= week.ballot_at THEN 'new'
    END AS refusal
    INTO voter
    FROM earths_citizen AS citizen
    JOIN earths_world AS world ON world.id = citizen.world_id
    LEFT JOIN earths_week AS week
        ON week.world_id = world.id AND week.opens_at <= held_at AND week.closes_at > held_at
    WHERE citizen.id = voter_id;

    verdict := voter.refusal;
    IF verdict IS NULL THEN
        SELECT min(CASE
            WHEN bill.id IS NULL THEN 'not listed'
            WHEN bill.struck_at IS NOT NULL AND named.yes IS NOT NULL THEN 'struck'
        END) INTO verdict
        FROM jsonb_to_recordset(votes) AS named (bill bigint, yes boolean)
        LEFT JOIN earths_bill AS bill ON bill.id = named.bill
            AND bill.week_id = voter.week AND bill.earth = voter.earth AND bill.place IS NOT NULL;
    END IF;
    IF verdict IS NOT NULL THEN
        RETURN;
    END IF;

    -- From here on the ballot's row is held, so that two posts of one citizen do not mix.
    INSERT INTO earths_ballot (week_id, citizen_id, earth, code, response)
    VALUES (voter.week, voter_id, voter.earth, new_code, COALESCE(new_response, ''))
    ON CONFLICT (week_id, citizen_id)
        DO UPDATE SET response = COALESCE(new_response, earths_ballot.response)
    RETURNING id, code INTO cast_id, cast_code;

    INSERT INTO earths_vote (ballot_id, bill_id, yes)
    SELECT cast_id, named.bill, named.yes
    FROM jsonb_to_recordset(votes) AS named (bill bigint, yes boolean) WHERE named.yes IS NOT NULL
    ON CONFLICT (ballot_id, bill_id) DO UPDATE SET yes = EXCLUDED.yes;

    IF votes @> '[{"yes": null}]' THEN
        DELETE FROM earths_vote AS vote
        USING jsonb_to_recordset(votes) AS named (bill bigint, yes boolean)
        WHERE named.yes IS NULL AND vote.ballot_id = cast_id AND vote.bill_id = named.bill;
    END IF;
END
$$
"""


class Migration(migrations.Migration):
    dependencies = [("earths", "0003_notices_about_citizens")]

    operations = [
        migrations.RunSQL(
            CAST,
            "DROP FUNCTION earths_cast(bigint, timestamptz, numeric, jsonb, text, text)",
        )
    ]
