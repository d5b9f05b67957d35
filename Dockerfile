# One image for every process of the site; compose.yaml says which command each runs.
FROM python:3.12-slim

ENV PYTHONUNBUFFERED=1 VAR_DIR=/app/var
WORKDIR /app

COPY requirements/run.txt requirements/run.txt
RUN pip install --no-cache-dir --require-hashes --no-deps --requirement requirements/run.txt

COPY . .
# Collecting uses neither the key nor the servers that the settings ask for.
RUN DEBUG=false SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(64))')" \
    ALLOWED_HOSTS=build DATABASE_URL=postgres://build/build REDIS_URL=redis://build \
    python manage.py collectstatic --no-input \
    && useradd --system --no-create-home hemicycle \
    && chown -R hemicycle var

USER hemicycle
EXPOSE 8000
CMD ["granian", "--interface", "wsgi", "--host", "0.0.0.0", "--port", "8000", "--workers", "2", \
     "--blocking-threads", "4", "--respawn-failed-workers", "--workers-kill-timeout", "5", "config.wsgi:application"]
