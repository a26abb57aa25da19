package dev.graspd.system.fire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.ScriptedServer;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.JsonTree;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.RelayInformation;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.Peer;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedRepo;
import dev.graspd.testkit.suite.SyncRelay;
import fr.acinq.secp256k1.Secp256k1;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Relays that do what relays must not. Each is named by a repository of its own, so that the server
 * comes to them; after each, the server serves its clients and syncs with a good relay.
 */
@Timeout(120)
class HostileRelayTest extends RelaySuite {
  /** Pauses of the sync machine take this much less time; time-outs of sockets do not. */
  private static final String SCALE = "200";

  private static final int MESSAGE_BYTES_MAX = 1_280 << 10;
  private static final int EVENTS_PER_REQUEST_MAX = 10_000;
  private static final int ROUNDS_MAX = 200;
  private static final int TOO_BIG = 1009;
  private static final String LEFT_ALONE = "is left alone for a while";

  @TempDir static Path directory;
  private static Peer server;
  private static Peer good;
  private static SharedRepo shared;

  @BeforeAll
  static void start() {
    server =
        Peer.start(
            newWord(), Map.of("NGIT_TEST_TIME_SCALE", SCALE, "NGIT_SYNC_BASE_BACKOFF_SECS", "1"));
    good = Peer.start(newWord());
    shared = new SharedRepo(newKey(), newWord(), List.of(server.uri(), good.uri()), List.of());
    GitClient work = GitClient.init(directory.resolve("work"));
    List<Event> beginning = shared.beginning(work.commit("README", shared.identifier()));
    shared.fill(server, server.uri(), work, beginning);
    shared.fill(good, good.uri(), work, beginning);
  }

  @AfterAll
  static void end() {
    server.close();
    good.close();
  }

  /** After any attack, clients are served, and events of a good relay arrive. */
  @AfterEach
  void theServerStillWorks() {
    Event issue = shared.issue(newKey(), "still there?");
    try (RelayClient relay = good.connect()) {
      relay.store(issue);
    }
    server.awaitServed(issue);
    Event own = shared.issue(newKey(), "still here?");
    try (RelayClient relay = server.connect()) {
      relay.store(own);
      assertThat(relay.query(Texts.only(own)).ids()).containsExactly(own.id());
    }
  }

  /** Announces a repository that this relay is said to know. */
  private static SharedRepo announce(URI relay) {
    SharedRepo repo = new SharedRepo(newKey(), newWord(), List.of(server.uri()), List.of(relay));
    try (RelayClient client = server.connect()) {
      assertThat(client.publish(repo.announcement()).accepted()).isTrue();
    }
    return repo;
  }

  private static SyncRelay announced(SyncRelay.Manners manners) {
    SyncRelay relay = SyncRelay.start(manners);
    SharedRepo _ = announce(relay.uri());
    return relay;
  }

  /** A server list, which nobody refuses and every connection asks for. */
  private static Event serverList() {
    return EventBuilder.kind(10317)
        .at(HostedRepo.now())
        .tag("g", "wss://a.example")
        .signedBy(newKey());
  }

  // ---- connections

  @Test
  void oneThatNeverAnswersTheHandshakeIsGivenUpAndTriedAgain() {
    AtomicInteger attempts = new AtomicInteger();
    try (ScriptedServer silent =
        ScriptedServer.start(conversation -> {
          List<String> head = conversation.readHead();
          if (head.stream().anyMatch(line -> line.equalsIgnoreCase("upgrade: websocket"))) {
            attempts.incrementAndGet();
            conversation.drain();
          }
        })) {
      URI uri = URI.create("ws://127.0.0.1:" + silent.port());
      SharedRepo _ = announce(uri);
      server.awaitWords(uri, "failed, attempt 1");
      server.await(() -> attempts.get() > 1);
      assertThat(server.saidOf(uri, "connected to")).isZero();
    }
  }

  @Test
  void oneThatHangsUpAtOnceFailsAndIsTriedAgain() {
    try (SyncRelay relay =
        announced(
            new SyncRelay.Manners() {
              @Override
              public void greet(SyncRelay.Line line) throws IOException {
                line.hangUp();
              }

              @Override
              public void on(SyncRelay.Line line, SyncRelay.Asked asked) {}
            })) {
      server.awaitWords(relay.uri(), "failed, attempt 2");
      server.await(() -> relay.connections() > 2);
    }
  }

  // ---- messages

  @Test
  void aMessageThatIsTooLongEndsTheConnection() {
    String tooLong = "[\"NOTICE\",\"" + "x".repeat(MESSAGE_BYTES_MAX) + "\"]";
    try (SyncRelay relay = announced((line, _) -> line.send(tooLong))) {
      server.awaitWords(relay.uri(), "broke the protocol");
      server.await(() -> relay.closeCodes().contains(TOO_BIG));
    }
  }

  @Test
  void aRequestThatNeverEndsIsClosed() {
    Event event = serverList();
    AtomicBoolean flooded = new AtomicBoolean();
    try (SyncRelay relay =
        announced((line, asked) -> {
          if (asked.isHistoric() && asked.isFor(10317) && flooded.compareAndSet(false, true)) {
            for (int i = 0; i <= EVENTS_PER_REQUEST_MAX; i++) {
              line.event(asked.id(), event);
            }
          } else {
            line.pageOnly(asked);
          }
        })) {
      server.awaitWords(relay.uri(), "more than " + EVENTS_PER_REQUEST_MAX + " events");
      // It was the relay's fault once: the rest is fetched all the same.
      server.awaitHistoryOf(relay.uri());
      assertThat(relay.connections()).isEqualTo(1);
    }
  }

  @Test
  void aHundredEventsThatNobodyAskedForAreEnough() {
    Event note = EventBuilder.note("buy now").signedBy(newKey());
    try (SyncRelay relay =
        announced((line, asked) -> {
          if (asked.isLive()) {
            for (int i = 0; i < 100; i++) {
              line.event(asked.id(), note);
            }
          }
        })) {
      isLeftAlone(relay);
      try (RelayClient client = server.connect()) {
        assertThat(client.query(Texts.only(note)).ids()).isEmpty();
      }
    }
  }

  @Test
  void threeForgedEventsAreEnough() {
    List<Event> forged =
        List.of(
            EventBuilder.kind(10317).at(HostedRepo.now()).unsignedBy(newKey()),
            EventBuilder.kind(10317).at(HostedRepo.now()).unsignedBy(newKey()),
            EventBuilder.kind(10317).at(HostedRepo.now()).unsignedBy(newKey()));
    try (SyncRelay relay =
        announced((line, asked) -> {
          if (asked.isLive() && asked.isFor(10317)) {
            for (Event event : forged) {
              line.event(asked.id(), event);
            }
          }
        })) {
      isLeftAlone(relay);
      try (RelayClient client = server.connect()) {
        assertThat(client.query(Texts.only(forged.toArray(new Event[0]))).ids()).isEmpty();
      }
    }
  }

  @Test
  void aForgedCopyDoesNotHideTheRealEventThatFollowsIt() {
    Event real = serverList();
    Event forged = real.body().signed(real.id(), serverList().signature());
    try (SyncRelay relay =
        announced((line, asked) -> {
          if (asked.isHistoric() && asked.isFor(10317) && !asked.text().contains("\"until\"")) {
            line.event(asked.id(), forged);
            line.event(asked.id(), real);
          }
          line.pageOnly(asked);
        })) {
      server.awaitHistoryOf(relay.uri());
      try (RelayClient client = server.connect()) {
        assertThat(client.query(Texts.only(real)).ids()).containsExactly(real.id());
      }
    }
  }

  @Test
  void garbageIsLeftAlone() {
    try (SyncRelay relay =
        announced((line, asked) -> {
          if (asked.isLive()) {
            for (int i = 0; i < 25; i++) {
              line.send("[\"EVENT\",");
              line.send("{}");
              line.send("[1,2,3]");
              line.send("\u0000 is not JSON");
            }
          }
        })) {
      isLeftAlone(relay);
    }
  }

  /** It is not called again, though an ordinary failure would have led to another attempt. */
  private void isLeftAlone(SyncRelay relay) {
    server.awaitWords(relay.uri(), LEFT_ALONE);
    theServerStillWorks();
    assertThat(relay.connections()).isEqualTo(1);
  }

  @Test
  void aFloodOfNoticesEndsTheConnection() {
    try (SyncRelay relay =
        announced((line, asked) -> {
          if (asked.isLive()) {
            for (int i = 0; i < 21; i++) {
              line.send("[\"NOTICE\",\"hear ye\"]");
            }
          }
        })) {
      server.awaitWords(relay.uri(), "too many notices in a minute");
      // No crime, but a failure.
      server.await(() -> relay.connections() > 1);
      assertThat(server.saidOf(relay.uri(), LEFT_ALONE)).isZero();
    }
  }

  // ---- authentication

  @Test
  void aChallengeIsAnsweredOnceWithTheKeyOfTheServer() {
    String challenge = newWord();
    try (SyncRelay relay =
        announced(
            new SyncRelay.Manners() {
              @Override
              public void greet(SyncRelay.Line line) throws IOException {
                line.send("[\"AUTH\",\"" + challenge + "\"]");
                line.send("[\"AUTH\",\"" + challenge + "\"]");
              }

              @Override
              public void on(SyncRelay.Line line, SyncRelay.Asked asked) throws IOException {
                if (asked.is("AUTH")) {
                  String id =
                      (String) JsonTree.asObject(JsonTree.array(asked.text()).get(1)).get("id");
                  line.send("[\"OK\",\"" + id + "\",true,\"\"]");
                } else {
                  line.beGood(asked);
                }
              }
            })) {
      server.awaitHistoryOf(relay.uri());
      // Signing it takes a moment: history may be first.
      server.await(() -> relay.asked().stream().anyMatch(asked -> asked.is("AUTH")));
      List<SyncRelay.Asked> answers =
          relay.asked().stream().filter(asked -> asked.is("AUTH")).toList();
      assertThat(answers).hasSize(1);
      Map<?, ?> event = JsonTree.asObject(JsonTree.array(answers.getFirst().text()).get(1));
      assertThat(event.get("kind")).isEqualTo(22242L);
      assertThat(event.get("pubkey")).isEqualTo(RelayInformation.of(server.uri()).field("self"));
      assertThat(event.get("tags"))
          .isEqualTo(
              List.of(List.of("relay", relay.uri().toString()), List.of("challenge", challenge)));
      assertThat(isSigned(event)).isTrue();
    }
  }

  private static boolean isSigned(Map<?, ?> event) {
    EventBuilder body = EventBuilder.kind(22242).at((Long) event.get("created_at"));
    JsonTree.asArray(event.get("tags"))
        .forEach(tag ->
            body.tag(JsonTree.asArray(tag).stream().map(String::valueOf).toArray(String[]::new)));
    String key = (String) event.get("pubkey");
    byte[] id = body.body(PublicKey.parse(key)).id().bytes();
    HexFormat hex = HexFormat.of();
    return hex.formatHex(id).equals(event.get("id"))
        && Secp256k1.get()
            .verifySchnorr(hex.parseHex((String) event.get("sig")), id, hex.parseHex(key));
  }

  // ---- refusals

  @ParameterizedTest
  @ValueSource(
      strings = {
        "auth-required: who are you?",
        "restricted: members only",
        "blocked: not you",
        "rate-limited: slow down",
        "error: the disk is on fire",
        "invalid: what is that",
        "pow: 20 bits",
        "unsupported: no such filter",
        "no prefix at all",
        ""
      })
  void aRequestThatIsClosedIsMadeAgain(String why) {
    AtomicReference<@Nullable String> refused = new AtomicReference<>();
    try (SyncRelay relay =
        announced((line, asked) -> {
          if (asked.is("AUTH")) {
            String id = (String) JsonTree.asObject(JsonTree.array(asked.text()).get(1)).get("id");
            line.send("[\"OK\",\"" + id + "\",true,\"\"]");
          } else if (asked.isHistoric() && refused.compareAndSet(null, asked.filters())) {
            line.closed(asked, why);
            if (why.startsWith("auth-required:")) {
              line.send("[\"AUTH\",\"prove it\"]");
            }
          } else {
            line.pageOnly(asked);
          }
        })) {
      server.awaitHistoryOf(relay.uri());
      assertThat(relay.asked())
          .filteredOn(asked -> asked.isHistoric() && asked.filters().equals(refused.get()))
          .hasSizeGreaterThan(1);
      assertThat(relay.connections()).isEqualTo(1);
    }
  }

  // ---- comparisons

  @Test
  void oneThatRefusesToCompareIsPagedThrough() {
    try (SyncRelay relay = announced(SyncRelay.Line::pageOnly)) {
      server.awaitWords(relay.uri(), "cannot compare sets (NIP-77)");
      server.awaitHistoryOf(relay.uri());
      assertThat(relay.asked())
          .filteredOn(asked -> asked.isHistoric() && asked.isFor(10317))
          .isNotEmpty();
      assertThat(server.saidOf(relay.uri(), "cannot compare sets")).isEqualTo(1);
    }
  }

  @Test
  void aComparisonThatMakesNoProgressIsGivenUp() {
    // One fingerprint for everything that nobody's set has, again and again.
    String stuck = "61" + "0000" + "01" + "ab".repeat(16);
    try (SyncRelay relay =
        announced((line, asked) -> {
          if (asked.is("NEG-OPEN") || asked.is("NEG-MSG")) {
            line.negMsg(asked, stuck);
          } else {
            line.beGood(asked);
          }
        })) {
      server.awaitHistoryOf(relay.uri());
      SortedMap<String, Integer> rounds = new TreeMap<>();
      relay.asked().stream()
          .filter(asked -> asked.is("NEG-OPEN") || asked.is("NEG-MSG"))
          .forEach(asked -> rounds.merge(asked.id(), 1, Integer::sum));
      assertThat(rounds).isNotEmpty();
      assertThat(rounds.values()).allMatch(count -> count <= ROUNDS_MAX);
      assertThat(relay.asked()).filteredOn(SyncRelay.Asked::isHistoric).isNotEmpty();
    }
  }

  // ---- what is no hostility

  @Test
  void aStateOfMoreThanTwoThousandRefsComes() {
    Signer owner = newKey();
    String name = newWord();
    EventBuilder builder =
        EventBuilder.kind(30618)
            .at(HostedRepo.now())
            .tag("d", name)
            .tag("HEAD", "ref: refs/heads/b0");
    for (int i = 0; i < 2_500; i++) {
      builder.tag("refs/heads/b" + i, "c".repeat(40));
    }
    Event state = builder.signedBy(owner);
    try (SyncRelay relay =
        SyncRelay.start((line, asked) -> {
          if (asked.isHistoric() && asked.isFor(30618) && !asked.text().contains("\"until\"")) {
            line.event(asked.id(), state);
          }
          line.pageOnly(asked);
        })) {
      SharedRepo repo = new SharedRepo(owner, name, List.of(server.uri()), List.of(relay.uri()));
      try (RelayClient client = server.connect()) {
        assertThat(client.publish(repo.announcement()).accepted()).isTrue();
      }
      server.awaitHistoryOf(relay.uri());
      try (RelayClient client = server.connect()) {
        assertThat(client.publish(state).message()).isEqualTo("duplicate: in purgatory");
      }
    }
  }
}
