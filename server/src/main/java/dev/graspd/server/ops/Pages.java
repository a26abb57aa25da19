package dev.graspd.server.ops;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.ops.Lifecycle.Phase;
import dev.graspd.server.ops.metrics.ServerMetrics;
import dev.graspd.server.web.OpsPages;

/** The pages for operators, and the two faces of the service root. */
public final class Pages implements OpsPages {
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String HTML = "text/html; charset=utf-8";

  private final Lifecycle lifecycle;
  private final ServerMetrics metrics;
  private final boolean metricsEnabled;
  private final Page information;
  private final Page home;

  /** Renders what does not change. */
  public Pages(
      Lifecycle lifecycle,
      ServerMetrics metrics,
      boolean metricsEnabled,
      RelayInformation information) {
    this.lifecycle = lifecycle;
    this.metrics = metrics;
    this.metricsEnabled = metricsEnabled;
    this.information = new Page(200, "application/nostr+json; charset=utf-8", information.json());
    this.home = new Page(200, HTML, homePage(information));
  }

  @Override
  public Page metrics() {
    return metricsEnabled
        ? new Page(200, ServerMetrics.CONTENT_TYPE, metrics.text())
        : new Page(404, TEXT, "metrics are switched off\n");
  }

  @Override
  public Page health() {
    return lifecycle.phase() == Phase.BROKEN
        ? new Page(503, TEXT, "the store has failed\n")
        : new Page(200, TEXT, "ok\n");
  }

  @Override
  public Page ready() {
    return switch (lifecycle.phase()) {
      case STARTING -> new Page(503, TEXT, "starting\n");
      case READY -> new Page(200, TEXT, "ready\n");
      case DRAINING -> new Page(503, TEXT, "shutting down\n");
      case BROKEN -> new Page(503, TEXT, "the store has failed\n");
    };
  }

  @Override
  public Page relayInformation() {
    return information;
  }

  @Override
  public Page home() {
    return lifecycle.phase() == Phase.READY ? home : ready();
  }

  @Override
  public Page repository(RepoAddress address) {
    return notFound();
  }

  @Override
  public Page refusal(String slug) {
    return notFound();
  }

  @Override
  public Page notFound() {
    return new Page(404, TEXT, "there is nothing here\n");
  }

  private static String homePage(RelayInformation information) {
    return """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>%1$s</title>
    <h1>%1$s</h1>
    <p>%2$s</p>
    <p>This is a Nostr relay. Point a Nostr client at this address with <code>wss://</code>
    (or <code>ws://</code>) in front.</p>
    <p>The server's key is <code>%3$s</code>. It runs graspd %4$s.</p>
    </html>
    """
        .formatted(
            html(information.presentation().name()),
            html(information.presentation().description()),
            Bech32.npub(information.key()),
            html(information.version().number()));
  }

  private static String html(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
