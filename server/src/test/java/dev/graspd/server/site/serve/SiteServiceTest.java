package dev.graspd.server.site.serve;

import static dev.graspd.server.site.serve.SiteFixture.request;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Nip19.Named;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.HostingMode;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.SignedRefs;
import dev.graspd.core.repo.Standing;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.site.truth.Refusals;
import dev.graspd.server.site.truth.Truth;
import dev.graspd.server.web.site.SiteReply;
import dev.graspd.server.web.site.SiteRequest;
import dev.graspd.testkit.EventBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Versions of pages, and pages that are kept. */
final class SiteServiceTest {
  private static final long CACHE_BYTES = 1 << 20;
  private static final int CLIENTS = 6;

  @TempDir Path directory;

  private SiteFixture fixture;
  private SiteService site;

  @BeforeEach
  void open() throws IOException {
    fixture = new SiteFixture(directory);
    site = fixture.service(CACHE_BYTES);
    fixture.git.commit("README.md", "first words\n");
    fixture.publish();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static SiteRequest knowing(SiteRequest request, SiteReply known) {
    return new SiteRequest(
        request.address(),
        Optional.of(String.valueOf(known.headers().get("ETag"))),
        Optional.empty(),
        true,
        false,
        Payer.operator());
  }

  private static String text(SiteReply reply) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(reply.body()))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** W-62. */
  @Test
  void searchInTheWholeServiceHasAVersionAndIsHeavy() {
    SiteAddress address = new SiteAddress.Search("x", SiteAddress.Search.Type.PEOPLE);
    SiteRequest asked =
        new SiteRequest(address, Optional.empty(), Optional.empty(), true, false, Payer.operator());
    SiteReply reply = site.reply(asked);

    assertThat(site.isHeavy(address)).isTrue();
    assertThat(site.isStreamed(asked)).isFalse();
    assertThat(site.atOnce(asked)).isEmpty();
    assertThat(new String(reply.body(), StandardCharsets.UTF_8))
        .isEqualTo("search for x in PEOPLE");
    assertThat(site.reply(knowing(asked, reply)).status()).isEqualTo(304);
  }

  @Test
  void pageIsKeptUntilItsRefsChange() throws IOException {
    SiteRequest tree = request("/tree/main");
    assertThat(site.atOnce(tree)).isEmpty();
    SiteReply made = site.reply(tree);
    assertThat(text(made)).contains("first words");
    assertThat(site.atOnce(tree))
        .hasValueSatisfying(kept -> assertThat(text(kept)).isEqualTo(text(made)));
    assertThat(site.atOnce(knowing(tree, made)))
        .hasValueSatisfying(kept -> assertThat(kept.status()).isEqualTo(304));

    fixture.git.commit("README.md", "other words\n");
    fixture.publish();
    assertThat(site.atOnce(tree)).isEmpty();
    assertThat(site.atOnce(knowing(tree, made))).isEmpty();
    SiteReply now = site.reply(knowing(tree, made));
    assertThat(now.status()).isEqualTo(200);
    assertThat(text(now)).contains("other words");
  }

  @Test
  void pageOfARepositoryThatIsGoneIsGone() {
    SiteReply made = site.reply(request("/tree/main"));
    assertThat(made.status()).isEqualTo(200);
    SiteService other = fixture.service(CACHE_BYTES);
    fixture.refs = Refs.NONE;
    assertThat(site.reply(request("/tree/main")).status()).isEqualTo(404);
    assertThat(other.atOnce(request("/tree/main"))).isEmpty();
  }

  @Test
  void withoutACacheAPageStillHasAVersion() {
    SiteService without = fixture.service(0);
    SiteRequest tree = request("/tree/main");
    SiteReply made = without.reply(tree);
    assertThat(without.atOnce(tree)).isEmpty();
    assertThat(without.reply(knowing(tree, made)).status()).isEqualTo(304);
  }

  /** W-31, W-95: a page is only cut as long as nobody has found out the rest. */
  @Test
  void historyThatWasSearchedToItsEndOnceIsKnownHoweverSlowTheServerIs() throws IOException {
    fixture.git.commit("a.txt", "one\n");
    fixture.git.commit("b.txt", "two\n");
    fixture.publish();
    AtomicLong tick = new AtomicLong(TimeUnit.MILLISECONDS.toNanos(30));
    AtomicLong now = new AtomicLong();
    SiteService without = fixture.service(SiteFixture.FRAME, 0, () -> now.addAndGet(tick.get()));
    SiteRequest tree = request("/tree/main");
    SiteReply cut = without.reply(tree);
    assertThat(text(cut)).contains("The last commit of each entry is left out");
    assertThat(cut.headers()).doesNotContainKey("ETag");

    long slow = tick.getAndSet(0);
    SiteReply whole = without.reply(tree);
    assertThat(text(whole)).doesNotContain("left out");
    tick.set(slow);
    assertThat(text(without.reply(tree))).isEqualTo(text(whole));
    assertThat(without.reply(knowing(tree, whole)).status()).isEqualTo(304);
  }

  @Test
  void clientWithoutGzipGetsTheSamePage() {
    SiteRequest tree = request("/tree/main");
    SiteRequest plain =
        new SiteRequest(
            tree.address(), Optional.empty(), Optional.empty(), false, false, Payer.operator());
    String packed = text(site.reply(tree));
    assertThat(site.atOnce(plain)).isEmpty();
    SiteReply reply = site.reply(plain);
    assertThat(new String(reply.body(), StandardCharsets.UTF_8)).isEqualTo(packed);
    assertThat(reply.headers()).doesNotContainKey("Content-Encoding");
  }

  @Test
  void imagesOfOthersAreShownOnlyIfTheOperatorSaysSo() throws IOException {
    fixture.git.commit("README.md", "![a picture](https://other.example/x.png)\n");
    fixture.publish();
    SiteReply usual = site.reply(request("/tree/main"));
    assertThat(text(usual)).contains("other.example").doesNotContain("<img");
    assertThat(usual.headers()).doesNotContainKey("Content-Security-Policy");
    SiteFrame frame = SiteFixture.FRAME;
    SiteFrame open =
        new SiteFrame(
            frame.origin(),
            frame.base(),
            frame.service(),
            frame.software(),
            frame.style(),
            true,
            true);
    SiteReply shown = fixture.service(open, CACHE_BYTES).reply(request("/tree/main"));
    assertThat(text(shown)).contains("<img", "https://other.example/x.png");
    assertThat(shown.headers().get("Content-Security-Policy")).contains("img-src 'self' https:");
    assertThat(shown.headers().get("ETag")).isNotEqualTo(usual.headers().get("ETag"));
  }

  /** W-12, W-74. */
  @Test
  void repositoryHasOnePreferredAddress() {
    String page = text(site.reply(request("")));
    String there = "https://example.org/grasp/" + SiteFixture.TOOL;
    assertThat(page)
        .contains("<link rel=\"canonical\" href=\"" + there + "\">")
        .contains("<link rel=\"vcs-git\" href=\"" + there + ".git\">")
        .contains("content=\"" + there.substring(8) + " git " + there + ".git\"")
        .contains("content=\"A tool for &quot;tests&quot;\"");
    assertThat(text(site.reply(request(".git")))).isEqualTo(page);
    for (String rest : new String[] {"?go-get=1", "/cmd/x?go-get=1"}) {
      assertThat(text(site.reply(request(rest))))
          .contains("<meta name=\"go-import\" content=\"" + there.substring(8) + " git ");
    }
  }

  /** W-11. */
  @Test
  void wordsOfNostrLeadToPages() {
    RepoAddress tool = SiteFixture.ADDRESS;
    Address announcement = new Address(30_617, tool.owner(), "tool");
    String repository = SiteFixture.BASE + SiteFixture.TOOL;
    assertThat(location(new Named.OfAddress(announcement))).hasValue(repository);
    assertThat(location(new Named.OfAddress(new Address(30_618, tool.owner(), "tool"))))
        .hasValue(repository);
    assertThat(location(new Named.OfEvent(SiteFixture.ANNOUNCEMENT))).hasValue(repository);
    assertThat(location(new Named.OfPerson(tool.owner())))
        .hasValue(SiteFixture.BASE + Bech32.npub(tool.owner()));
    for (Named nothing :
        List.of(
            new Named.OfAddress(new Address(30_617, tool.owner(), "other")),
            new Named.OfAddress(new Address(30_617, tool.owner(), "../x")),
            new Named.OfAddress(new Address(30_023, tool.owner(), "tool")),
            new Named.OfEvent(EventId.parse("00".repeat(32))),
            new Named.OfPerson(BOB.publicKey()))) {
      assertThat(location(nothing)).as(nothing.toString()).isEmpty();
    }
  }

  private Optional<String> location(Named named) {
    SiteReply reply =
        site.reply(
            new SiteRequest(
                new SiteAddress.NostrWord("x", named),
                Optional.empty(),
                Optional.empty(),
                true,
                false,
                Payer.operator()));
    assertThat(reply.status()).isIn(302, 404);
    return Optional.ofNullable(reply.headers().get("Location"));
  }

  /** W-98: the first request makes the page when all others wait for it. */
  @Test
  void equalRequestsAtTheSameTimeShareOneComputation() {
    Set<Thread> makers = ConcurrentHashMap.newKeySet();
    List<Thread> clients = new CopyOnWriteArrayList<>();
    Queue<String> answers = new ConcurrentLinkedQueue<>();
    LongSupplier clock =
        () -> {
          makers.add(Thread.currentThread());
          while (clients.size() < CLIENTS || clients.stream().anyMatch(SiteServiceTest::isBusy)) {
            Thread.onSpinWait();
          }
          return System.nanoTime();
        };
    SiteService shared = fixture.service(SiteFixture.FRAME, 0, clock);
    for (int i = 0; i < CLIENTS; i++) {
      boolean takesGzip = i % 2 == 0;
      Thread client =
          Thread.ofPlatform()
              .unstarted(() -> {
                SiteRequest tree = request("/tree/main");
                SiteReply reply =
                    shared.reply(
                        new SiteRequest(
                            tree.address(),
                            Optional.empty(),
                            Optional.empty(),
                            takesGzip,
                            false,
                            Payer.operator()));
                answers.add(
                    takesGzip ? text(reply) : new String(reply.body(), StandardCharsets.UTF_8));
              });
      client.start();
      clients.add(client);
    }
    clients.forEach(SiteServiceTest::join);
    assertThat(makers).hasSize(1);
    assertThat(answers).hasSize(CLIENTS);
    assertThat(Set.copyOf(answers)).hasSize(1).first().asString().contains("first words");
  }

  /** Whether a client does anything else than wait; the one that makes the page does. */
  private static boolean isBusy(Thread client) {
    return !client.equals(Thread.currentThread()) && client.getState() != Thread.State.WAITING;
  }

  private static void join(Thread client) {
    try {
      assertThat(client.join(Duration.ofSeconds(30))).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** W-70: only GET has parts. */
  @Test
  void headOfAFileIsOfAllOfIt() {
    SiteRequest raw = request("/raw/main/README.md");
    SiteReply head =
        site.reply(
            new SiteRequest(
                raw.address(),
                Optional.empty(),
                Optional.of("bytes=1-2"),
                false,
                true,
                Payer.operator()));
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.headers())
        .containsEntry("Content-Length", "12")
        .doesNotContainKey("Content-Range");
  }

  @Test
  void branchesHaveAnotherVersionWhenAnotherStateSignsThem() {
    for (String rest : new String[] {"/branches", "/tags"}) {
      SiteReply made = site.reply(request(rest));
      assertThat(site.reply(knowing(request(rest), made)).status()).isEqualTo(304);
      assertThat(site.atOnce(knowing(request(rest), made)))
          .hasValueSatisfying(known -> assertThat(known.status()).isEqualTo(304));
      assertThat(site.atOnce(request(rest)))
          .hasValueSatisfying(kept -> assertThat(kept.body()).isEqualTo(made.body()));
      fixture.isInMemory = false;
      assertThat(site.atOnce(knowing(request(rest), made))).isEmpty();
      fixture.isInMemory = true;
      fixture.signed = SignedRefs.of(List.of(new Family.Stated(state(), Standing.SERVED)));
      assertThat(site.atOnce(knowing(request(rest), made))).isEmpty();
      assertThat(site.reply(knowing(request(rest), made)).status()).isEqualTo(200);
      fixture.signed = SignedRefs.NONE;
    }
  }

  /** W-3, W-95. */
  @Test
  void nameOfAPersonIsOnThePagesThatNameItAndInTheirVersions() {
    fixture.signed = SignedRefs.of(List.of(new Family.Stated(state(), Standing.SERVED)));
    fixture.truth =
        Optional.of(
            truth(Family.empty(SiteFixture.ADDRESS.identifier(), Maintainers.Mode.RECIPROCAL)));
    for (String rest :
        new String[] {
          "", "/tree/main", "/commits/main", "/branches", "/tags", "/status", "/tree/none"
        }) {
      SiteReply before = site.reply(request(rest));
      fixture.called.put(ALICE.publicKey(), "Alice <A>");
      assertThat(site.atOnce(knowing(request(rest), before))).as(rest).isEmpty();
      SiteReply after = site.reply(knowing(request(rest), before));

      assertThat(html(before)).as(rest).doesNotContain("Alice");
      assertThat(html(after))
          .as(rest)
          .containsSubsequence(
              "Alice &lt;A&gt;", Bech32.npub(ALICE.publicKey()).substring(0, 12) + "…");
      fixture.called.clear();
    }
  }

  private static String html(SiteReply reply) {
    return "gzip".equals(reply.headers().get("Content-Encoding"))
        ? text(reply)
        : new String(reply.body(), StandardCharsets.UTF_8);
  }

  /** W-50, W-51. */
  @Test
  void pageOfWhatIsSignedHasAVersionOfItsFacts() {
    assertThat(site.reply(request("/status")).status()).isEqualTo(404);
    Announcement announcement =
        Announcement.of(EventBuilder.kind(30617).tag("d", "tool").signedBy(ALICE)).orElseThrow();
    Family family =
        Family.empty(SiteFixture.ADDRESS.identifier(), Maintainers.Mode.RECIPROCAL)
            .with(new Family.Announced(announcement, Standing.SERVED, HostingMode.HOSTED));
    fixture.truth = Optional.of(truth(family));
    assertThat(site.atOnce(request("/status"))).isEmpty();
    SiteReply page = site.reply(request("/status"));
    assertThat(text(page))
        .contains("/event/" + announcement.event().id().hex(), "Nobody who speaks for it")
        .contains("<meta name=\"robots\" content=\"noindex\">");
    assertThat(site.reply(knowing(request("/status"), page)).status()).isEqualTo(304);

    fixture.truth = Optional.of(truth(family.with(new Family.Stated(state(), Standing.WAITING))));
    SiteReply later = site.reply(knowing(request("/status"), page));
    assertThat(later.status()).isEqualTo(200);
    assertThat(text(later)).contains("held, rules when its git data is here");
    assertThat(text(site.reply(request("")))).contains(SiteFixture.TOOL + "/status\">Status</a>");

    fixture.refs = Refs.NONE;
    assertThat(text(site.reply(request("/status")))).contains("Who speaks for it");
  }

  private Truth truth(Family family) {
    return new Truth(
        Truth.Signatures.of(SiteFixture.ADDRESS, family, fixture.refs),
        new TreeMap<>(),
        List.of(),
        new Truth.Around(List.of(), List.of()),
        new Refusals(0, List.of(), List.of()));
  }

  private static RepoState state() {
    return RepoState.of(EventBuilder.kind(30618).tag("d", "tool").signedBy(ALICE)).orElseThrow();
  }

  @Test
  void pageOfNothingLeadsToTheRepositoryIfThatIsThere() {
    SiteReply within = site.reply(request("/tree/main/none"));
    assertThat(within.status()).isEqualTo(404);
    assertThat(new String(within.body(), StandardCharsets.UTF_8))
        .contains("What to do", "href=\"" + SiteFixture.BASE + SiteFixture.TOOL + "\"");
    fixture.refs = Refs.NONE;
    assertThat(new String(site.reply(request("/tree/main")).body(), StandardCharsets.UTF_8))
        .isEqualTo("<p>nothing</p>");
  }
}
