package dev.graspd.server.ops.pages;

import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.ops.Lifecycle;
import dev.graspd.server.ops.Lifecycle.Phase;
import dev.graspd.server.ops.metrics.ServerMetrics;
import dev.graspd.server.site.address.ApiAddress;
import dev.graspd.server.site.page.StyleSheet;
import dev.graspd.server.web.http.OpsPages;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** All pages: for operators, for visitors and for programs. */
public final class Pages implements OpsPages {
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String JSON = "application/json; charset=utf-8";

  private final Lifecycle lifecycle;
  private final ServerMetrics metrics;
  private final boolean metricsEnabled;
  private final HealthDocument health;
  private final Page information;
  private final Supplier<List<String>> troubles;
  private final SitePages site;
  private final StyleSheet style;
  private final Page css;
  private final ApiPages api;
  private final CataloguePages catalogue;
  private final SyncPages sync;
  private final WhyPages why;

  /**
   * Renders the constant documents.
   *
   * @param health who this server is
   * @param troubles problems for the operator, in sentences; must answer quickly
   */
  public Pages(
      Lifecycle lifecycle,
      ServerMetrics metrics,
      boolean metricsEnabled,
      HealthDocument health,
      RelayInformation information,
      Supplier<List<String>> troubles,
      SitePages site,
      StyleSheet style,
      ApiPages api,
      CataloguePages catalogue,
      SyncPages sync,
      WhyPages why) {
    this.lifecycle = lifecycle;
    this.metrics = metrics;
    this.metricsEnabled = metricsEnabled;
    this.health = health;
    this.information = new Page(200, "application/nostr+json; charset=utf-8", information.json());
    this.troubles = troubles;
    this.site = site;
    this.style = style;
    this.css =
        new Page(
            200,
            "text/css; charset=utf-8",
            style.text(),
            new TreeMap<>(Map.of("Cache-Control", "public, max-age=31536000, immutable")));
    this.api = api;
    this.catalogue = catalogue;
    this.sync = sync;
    this.why = why;
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
        ? new Page(503, JSON, health.json("the store has failed"))
        : new Page(200, JSON, health.json("ok"));
  }

  @Override
  public Page ready() {
    return switch (lifecycle.phase()) {
      case STARTING -> new Page(503, TEXT, "starting\n");
      case READY -> new Page(200, TEXT, readiness(troubles.get()) + "\n");
      case DRAINING -> new Page(503, TEXT, "shutting down\n");
      case BROKEN -> new Page(503, TEXT, "the store has failed\n");
    };
  }

  /**
   * A degraded server still serves: a load balancer should keep it, but the operator should act.
   */
  private static String readiness(List<String> troubles) {
    return troubles.isEmpty() ? "ready" : "degraded: " + String.join("; ", troubles);
  }

  @Override
  public Page relayInformation() {
    return information;
  }

  @Override
  public Page home() {
    return lifecycle.phase() == Phase.READY ? site.home() : ready();
  }

  @Override
  public Page status() {
    return sync.status();
  }

  @Override
  public Page upkeep() {
    return sync.upkeep();
  }

  @Override
  public Page sync() {
    return sync.json();
  }

  @Override
  public Page why(Subject subject) {
    return why.json(subject);
  }

  @Override
  public Page whyAsText(Subject subject) {
    return why.text(subject);
  }

  @Override
  public Page repository(RepoAddress address) {
    return site.repository(address);
  }

  @Override
  public Page api(ApiAddress address, Optional<String> known) {
    return api.of(address, known);
  }

  @Override
  public Optional<Page> apiAtOnce(ApiAddress address, Optional<String> known) {
    return api.atOnce(address, known);
  }

  @Override
  public Page apiProblem(Reason reason, String detail) {
    return api.problem(reason, detail);
  }

  @Override
  public Page asset(String name) {
    return style.name().equals(name) ? css : site.notFound();
  }

  @Override
  public Page repositoryDocument(RepoAddress address) {
    return site.document(address);
  }

  @Override
  public Page repositories(String query) {
    return catalogue.list(query);
  }

  @Override
  public Page noRepositoryDocument() {
    return site.noDocument();
  }

  @Override
  public Page refusal(String slug) {
    return site.refusal(slug);
  }

  @Override
  public Page notFound() {
    return site.notFound();
  }
}
