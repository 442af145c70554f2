# One image for web, worker and beat; docker-compose.yml says which is which.

ARG PYTHON_IMAGE=python:3.13.15-slim-trixie@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b
FROM ${PYTHON_IMAGE} AS packages
WORKDIR /build
COPY requirements/ requirements/
RUN pip install --no-cache-dir --require-hashes -r requirements/setup.txt \
 && python -m venv --without-pip /venv \
 && uv pip sync --no-cache --python /venv/bin/python --require-hashes --compile-bytecode requirements/run.txt

FROM ${PYTHON_IMAGE}
ENV PATH=/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    TURNTABLE_DATA=/tmp/turntable \
    TURNTABLE_STATIC_ROOT=/files
RUN useradd --system --create-home turntable && install --directory --owner turntable /files
WORKDIR /app
COPY --from=packages /venv /venv
COPY manage.py ./
COPY templates/ templates/
COPY static/ static/
COPY tournament/ tournament/
COPY scoring/ scoring/
RUN python manage.py check && rm -r "$TURNTABLE_DATA"
USER turntable
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/health', timeout=3)"]
CMD ["uvicorn", "tournament.asgi:application", "--http", "tournament.asgi.connections:Connection", "--host", "0.0.0.0", "--no-access-log", "--no-server-header", "--no-proxy-headers", "--timeout-graceful-shutdown", "3", "--timeout-worker-healthcheck", "60"]
