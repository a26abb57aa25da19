package dev.graspd.server.web;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.nostr.TagLimits;
import dev.graspd.core.nostr.message.MessageLimits;
import dev.graspd.core.nostr.refusal.PageReason;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.server.charge.Budgets;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.gate.Gate;
import dev.graspd.server.gate.GateMetrics;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.gate.Secp256k1Verifier;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.net.Cidr;
import dev.graspd.server.relay.FanOut;
import dev.graspd.server.relay.Relay;
import dev.graspd.server.relay.RelayLimits;
import dev.graspd.server.relay.RelayMetrics;
import dev.graspd.server.search.SearchHost;
import dev.graspd.server.site.address.ApiAddress;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.web.connection.WebMetrics;
import dev.graspd.server.web.git.GitFront;
import dev.graspd.server.web.http.OpsPages;
import dev.graspd.server.web.http.RequestLimits;
import dev.graspd.server.web.http.WebTimes;
import dev.graspd.server.web.site.SiteFront;
import dev.graspd.server.web.site.SiteReply;
import dev.graspd.server.web.site.SiteRequest;
import dev.graspd.testkit.RawWebSocket;
import dev.graspd.testkit.store.ModelEventStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A whole server on a loopback port: store, gate, relay and web, as the application wires them. */
public final class TestServer implements AutoCloseable {
  /** The domain that AUTH events name. */
  public static final String DOMAIN = "relay.example";

  public static final RelayLimits LIMITS =
      new RelayLimits(100, 20, 1_000, 500, 5_000, 10, 2_000_000, 64 << 20, 240, 64 << 20, 64 << 20);
  public static final WebSettings WEB =
      new WebSettings(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
          "/",
          List.of(Cidr.parse("127.0.0.0/8"), Cidr.parse("::1/128")),
          10_000,
          50,
          1_310_720,
          64,
          8 << 20,
          128 << 20,
          true,
          new RequestLimits(2, 64, 32 << 20, Duration.ofSeconds(15), 8 << 20));

  /** As in force, but clients that do not answer our goodbye are not waited for so long. */
  public static final WebTimes TIMES =
      new WebTimes(
          WebTimes.DEFAULT.requestHead(),
          WebTimes.DEFAULT.keepAlive(),
          WebTimes.DEFAULT.pingAfter(),
          WebTimes.DEFAULT.pongWithin(),
          WebTimes.DEFAULT.message(),
          WebTimes.DEFAULT.stalledOutput(),
          Duration.ofSeconds(1));

  /** How to start. Not thread-safe. */
  public static final class Builder {
    private WebSettings web = WEB;
    private WebTimes times = TIMES;
    private RelayLimits limits = LIMITS;
    private EventStore store;
    private InstantSource clock = InstantSource.system();
    private LongSupplier nanoTime = System::nanoTime;
    private Optional<GitFront> git = Optional.empty();
    private OpsPages pages = new TestPages();
    private @Nullable SiteFront site;
    private Duration pageWork = RequestLimits.PAGE_WORK;
    private Budgets budgets = new Budgets();
    private @Nullable Path searchDirectory;

    public Builder budgets(Budgets other) {
      budgets = other;
      return this;
    }

    /** Keeps an index of words in this directory. */
    public Builder searchingIn(Path directory) {
      searchDirectory = directory;
      return this;
    }

    public Builder pages(OpsPages other) {
      pages = other;
      return this;
    }

    public Builder pageWork(Duration other) {
      pageWork = other;
      return this;
    }

    public Builder site(SiteFront other) {
      site = other;
      return this;
    }

    public Builder git(GitFront front) {
      git = Optional.of(front);
      return this;
    }

    public Builder web(WebSettings settings) {
      web = settings;
      return this;
    }

    public Builder times(WebTimes shorter) {
      times = shorter;
      return this;
    }

    public Builder limits(RelayLimits other) {
      limits = other;
      return this;
    }

    public Builder store(EventStore other) {
      store = other;
      return this;
    }

    public Builder clock(InstantSource other) {
      clock = other;
      return this;
    }

    public Builder nanoTime(LongSupplier other) {
      nanoTime = other;
      return this;
    }

    public TestServer start() {
      return new TestServer(this);
    }
  }

  private final EventStore store;
  private final Budgets budgets;
  private final Gate gate;
  private final Relay relay;
  private final WebServer web;
  private final @Nullable SearchHost search;
  private final ExecutorService cpu = Executors.newFixedThreadPool(2);

  private TestServer(Builder how) {
    budgets = how.budgets;
    store = how.store == null ? new ModelEventStore() : how.store;
    ServiceAddress service = ServiceAddress.of(DOMAIN, how.web.basePath());
    AdmissionRules rules =
        new AdmissionRules(
            service, false, 262_144, 1_048_576, 2_000, 12_000, 900, 0, true, new TreeSet<>());
    search = how.searchDirectory == null ? null : new SearchHost(store, how.searchDirectory);
    if (search != null) {
      search.start();
    }
    FanOut fanOut = new FanOut(store, how.clock, budgets, 8 << 20);
    Secp256k1Verifier verifier = new Secp256k1Verifier();
    gate =
        new Gate(
            store,
            rules,
            verifier,
            cpu,
            new PlainReception(store, rules, fanOut, how.clock),
            GateMetrics.NONE,
            new Diary(0),
            how.clock);
    relay =
        new Relay(
            how.limits,
            new MessageLimits(
                how.limits.maxFilters(),
                how.limits.maxFilterValues(),
                1_024,
                new TagLimits(12_000, 20_000, 48_000)),
            service,
            Relay.Challenge.ON_CONNECT,
            new Relay.Parts(
                store,
                gate,
                fanOut,
                verifier,
                how.clock,
                how.nanoTime,
                new SecureRandom(),
                RelayMetrics.NONE,
                budgets,
                Optional.ofNullable(search)));
    relay.start();
    Front front =
        new Front(how.pages, how.site == null ? new TestFront(how.pages) : how.site, how.pageWork);
    web =
        new WebServer(
            listen(how.web),
            how.web,
            how.times,
            relay,
            how.git,
            () -> front,
            WebMetrics.NONE,
            budgets);
    web.start();
  }

  private static Listener listen(WebSettings settings) {
    try {
      return Listener.open(settings.bind());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Builder builder() {
    return new Builder();
  }

  public static TestServer start() {
    return builder().start();
  }

  public EventStore store() {
    return store;
  }

  public Gate gate() {
    return gate;
  }

  public WebServer web() {
    return web;
  }

  public URI uri(String path) {
    return URI.create("ws://127.0.0.1:" + web.boundAddress().getPort() + path);
  }

  public URI http(String path) {
    return URI.create("http://127.0.0.1:" + web.boundAddress().getPort() + path);
  }

  public RawWebSocket connect() {
    return RawWebSocket.connect(uri("/"));
  }

  /** Returns the budget of this name. */
  public ByteBudget budget(String name) {
    return budgets.all().stream()
        .filter(budget -> budget.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** A client that a trusted proxy brings from this address. */
  public RelayClient clientFrom(String address) {
    return new RelayClient(RawWebSocket.to(uri("/")).header("X-Forwarded-For", address).connect());
  }

  /** A client that has read the challenge. */
  public RelayClient client() {
    return new RelayClient(connect());
  }

  @Override
  public void close() {
    web.stop(Duration.ofSeconds(10));
    relay.close();
    cpu.shutdown();
    if (search != null) {
      search.close();
    }
    store.close();
  }

  /** A site whose pages and files say what they are. */
  public static class TestFront implements SiteFront {
    private final OpsPages pages;

    TestFront(OpsPages pages) {
      this.pages = pages;
    }

    @Override
    public boolean isHeavy(SiteAddress address) {
      return false;
    }

    @Override
    public boolean isStreamed(SiteRequest request) {
      return false;
    }

    @Override
    public Optional<SiteReply> atOnce(SiteRequest request) {
      return Optional.empty();
    }

    @Override
    public SiteReply reply(SiteRequest request) {
      OpsPages.Page page =
          request.address() instanceof SiteAddress.OfRepository(var repository, _, var view)
                  && view instanceof RepositoryView.Summary
              ? pages.repository(repository)
              : new OpsPages.Page(200, "text/html; charset=utf-8", "<p>code page</p>");
      return new SiteReply(
          page.status(),
          new TreeMap<>(Map.of("Content-Type", page.contentType())),
          page.body().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void stream(SiteRequest request, Exchange exchange) {
      exchange.refuse(404, "no file");
    }
  }

  /** Pages that say what they are. */
  public static class TestPages implements OpsPages {
    @Override
    public Page api(ApiAddress address, Optional<String> known) {
      return new Page(200, "application/json", "{\"api\":true}");
    }

    @Override
    public Optional<Page> apiAtOnce(ApiAddress address, Optional<String> known) {
      return Optional.empty();
    }

    @Override
    public Page apiProblem(Reason reason, String detail) {
      int status = reason instanceof PageReason ? 503 : 400;
      return new Page(status, "application/problem+json", "{\"problem\":\"" + reason + "\"}");
    }

    @Override
    public Page asset(String name) {
      return new Page(200, "text/css", "");
    }

    @Override
    public Page metrics() {
      return new Page(200, "text/plain", "metrics page");
    }

    @Override
    public Page health() {
      return new Page(200, "text/plain", "health page");
    }

    @Override
    public Page ready() {
      return new Page(503, "text/plain", "ready page");
    }

    @Override
    public Page relayInformation() {
      return new Page(200, "application/nostr+json", "{\"name\":\"test\"}");
    }

    @Override
    public Page home() {
      return new Page(200, "text/html; charset=utf-8", "<p>home page</p>");
    }

    @Override
    public Page status() {
      return new Page(200, "text/html; charset=utf-8", "<p>status page</p>");
    }

    @Override
    public Page upkeep() {
      return new Page(200, "application/json", "{}");
    }

    @Override
    public Page sync() {
      return new Page(200, "application/json", "{}");
    }

    @Override
    public Page why(Subject subject) {
      return new Page(200, "application/json", "{\"why\":\"" + subject + "\"}");
    }

    @Override
    public Page whyAsText(Subject subject) {
      return new Page(200, "text/plain", "why " + subject);
    }

    @Override
    public Page repository(RepoAddress address) {
      return new Page(200, "text/html; charset=utf-8", "<p>repository page</p>");
    }

    @Override
    public Page repositoryDocument(RepoAddress address) {
      return new Page(200, "application/json", "{}");
    }

    @Override
    public Page repositories(String query) {
      return new Page(200, "application/json", "{\"query\":\"" + query + "\"}");
    }

    @Override
    public Page noRepositoryDocument() {
      return new Page(404, "application/json", "{}");
    }

    @Override
    public Page refusal(String slug) {
      return new Page(200, "text/html; charset=utf-8", "<p>refusal page</p>");
    }

    @Override
    public Page notFound() {
      return new Page(404, "text/html; charset=utf-8", "there is nothing here");
    }
  }
}
