"""The site's figures in Prometheus' form, at /metrics, for whoever shows the token; and what counts refusals."""

import hmac
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from redis.exceptions import RedisError

from config import health, metrics

App = Callable[[dict[str, Any], Any, Any], Awaitable[Any]]
Pairs = tuple[tuple[str, str], ...]
"""The labels of one series with their values."""

REFUSALS = {
    400: "malformed",
    403: "forbidden",
    404: "nothing there",
    405: "malformed",
    409: "by the rules",
    413: "malformed",
    422: "incomplete",
    429: "too often",
    500: "fault",
    503: "server away",
}
CLOSES = {4004: "nothing there", 4008: "too often", 4009: "malformed"}
"""What the code says with which a socket is closed."""


@never_cache
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Answer all figures to whoever shows the token, and to everybody else as where there is nothing."""
    shown = request.headers.get("Authorization", "")
    if not hmac.compare_digest(shown.encode(), f"Bearer {settings.METRICS_TOKEN}".encode()):
        raise Http404
    registry = CollectorRegistry()
    registry.register(_Figures())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


class Refusals(MiddlewareMixin):
    """Count answers that are refusals, by kind."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if kind := REFUSALS.get(response.status_code):
            metrics.count("hemicycle_refusals", kind=kind)
        return response


def measured_sockets(app: App) -> App:
    """Answer ``app`` with its open sockets counted, and those that it refuses or closes."""

    async def measured(scope: dict[str, Any], receive: Any, send: Any) -> Any:
        page = "world" if scope["path"].startswith("/ws/w/") else "room"
        is_open = False

        async def heard(message: dict[str, Any]) -> None:
            nonlocal is_open
            if message["type"] == "websocket.accept":
                is_open = True
                metrics.socket_opened(page)
            elif message["type"] == "websocket.close" and not (is_open and message.get("code") == 1000):
                metrics.count("hemicycle_refusals", kind=CLOSES.get(message.get("code", 0), "forbidden"))
            await send(message)

        try:
            return await app(scope, receive, heard)
        finally:
            if is_open:
                metrics.socket_opened(page, -1)

    return measured


class _Figures:
    """What a look at /metrics finds: sums of all processes, and how the site stands now."""

    def collect(self) -> Iterable[Metric]:
        yield from self._now()
        try:
            sums, sockets = metrics.sums(), metrics.open_sockets()
        except RedisError:
            return
        gauge = GaugeMetricFamily("hemicycle_sockets", "Open sockets of all processes", labels=["page"])
        for name, held in sockets.items():
            gauge.add_metric([name], held)
        yield gauge
        found: dict[str, dict[Pairs, dict[str, float]]] = {}
        for (name, pairs, bucket), number in sums.items():
            found.setdefault(name, _nothing_yet(name)).setdefault(pairs, {})[bucket] = number
        for name, text in metrics.COUNTERS.items():
            yield _counter(name, text, found.get(name) or _nothing_yet(name))
        for name, text in metrics.HISTOGRAMS.items():
            yield _histogram(name, text, found.get(name) or _nothing_yet(name))

    def _now(self) -> Iterable[Metric]:
        seen = health.look()
        for name, number in seen.figures.items():
            if number is not None:
                yield GaugeMetricFamily(f"hemicycle_{name}", health.FIGURES[name], value=number)
        up = GaugeMetricFamily("hemicycle_check", "Whether a check of /healthz/ready holds", labels=["check"])
        for name, holds in seen.checks.items():
            up.add_metric([name], holds)
        yield up


def _nothing_yet(name: str) -> dict[Pairs, dict[str, float]]:
    """Answer the series of a figure before anything was counted: Prometheus misses the first of one that is new."""
    if name == "hemicycle_refusals":
        return {(("kind", kind),): {} for kind in {*REFUSALS.values(), *CLOSES.values()}}
    if name == "hemicycle_failures":
        return {(("kind", kind),): {} for kind in ("room", "world")}
    if name == "hemicycle_orders":
        return {(("game", game),): {} for game in settings.ROOM_GAMES}
    if name in ("hemicycle_resolutions", "hemicycle_lateness_seconds"):
        return {(("game", game),): {} for game in (*settings.ROOM_GAMES, "two-earths")}
    return {(): {}}


def _counter(name: str, text: str, found: dict[Pairs, dict[str, float]]) -> Metric:
    counter = CounterMetricFamily(name, text, labels=_labels(found))
    for pairs, numbers in sorted(found.items()):
        counter.add_metric([value for _, value in pairs], numbers.get("", 0))
    return counter


def _histogram(name: str, text: str, found: dict[Pairs, dict[str, float]]) -> Metric:
    histogram = HistogramMetricFamily(name, text, labels=_labels(found))
    for pairs, numbers in sorted(found.items()):
        total, buckets = 0.0, []
        for most in (*map(str, metrics.BUCKETS), "+Inf"):
            total += numbers.get(most, 0)
            buckets.append((most, total))
        histogram.add_metric([value for _, value in pairs], buckets, numbers.get("sum", 0))
    return histogram


def _labels(found: dict[Pairs, dict[str, float]]) -> list[str]:
    return [label for label, _ in next(iter(found))]
