package dev.graspd.server.app.server;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static dev.graspd.testkit.TestKeys.CAROL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.diary.DiaryEntry;
import dev.graspd.server.diary.Subject;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.peers.status.SyncOverview;
import dev.graspd.server.peers.status.Views;
import dev.graspd.server.site.truth.Refusals;
import dev.graspd.server.site.truth.Truth;
import dev.graspd.testkit.EventBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TruthFactsTest {
  private static final ServiceAddress SERVICE = ServiceAddress.of("relay.example.org", "/");
  private static final SyncOverview OVERVIEW =
      Views.overview(
          List.of(
              Views.failing("wss://down.example.net", "connection refused"),
              Views.connected("wss://up.example.net/nostr", 9)));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "wss://relay.example.org    | true  | this server",
        "wss://relay.example.org    | false | this server",
        "wss://up.example.net/nostr | true  | yes, connected, caught up until 2026-",
        "wss://down.example.net     | true  | yes, not connected now, not caught up yet",
        "wss://else.example.net     | true  | no",
        "no url <b>                 | true  | no",
        "wss://up.example.net/nostr | false | no: this server fetches nothing from other relays",
      })
  void relaysSayHowFarTheyAreFollowed(String url, boolean syncs, String words) {
    List<Truth.Relay> relays =
        TruthFacts.relays(
            List.of(url, url), SERVICE, syncs ? Optional.of(OVERVIEW) : Optional.empty());
    assertThat(relays)
        .singleElement()
        .satisfies(relay -> assertThat(relay.url()).isEqualTo(url))
        .satisfies(relay -> assertThat(relay.sync()).startsWith(words));
  }

  @Test
  void veryManyRelaysAreCut() {
    List<String> urls = IntStream.range(0, 60).mapToObj(i -> "wss://r" + i + ".example").toList();
    assertThat(TruthFacts.relays(urls, SERVICE, Optional.of(OVERVIEW))).hasSize(50);
  }

  /** W-54. */
  @Test
  void refusalsNameOnlyRefsThatAreHereAndEventsOfThoseWhoSpeak() {
    RepoAddress tool = new RepoAddress(ALICE.publicKey(), new Identifier("tool"));
    RefName main = new RefName("refs/heads/main");
    HostedRepository hosted =
        new HostedRepository(
            tool,
            Standing.SERVED,
            new Refs(new TreeMap<>(Map.of(main, new Oid("1".repeat(40)))), Optional.of(main)),
            new TreeMap<>());
    Diary diary = new Diary(7);
    for (String ref : List.of("refs/heads/main", "refs/heads/words-of-a-stranger")) {
      diary.note(
          new Subject.OfRef(tool, ref),
          DiaryEntry.refused(10, "a push", PushReason.PUSH_UNSIGNED.refusal()));
    }
    Event ofBob = EventBuilder.kind(30618).at(1).tag("d", "tool").unsignedBy(BOB.publicKey());
    Event ofCarol = EventBuilder.kind(30618).at(1).tag("d", "tool").unsignedBy(CAROL.publicKey());
    Event issue = EventBuilder.kind(1621).tag("a", tool.toString()).unsignedBy(CAROL.publicKey());
    for (Event event : List.of(ofBob, ofCarol, issue)) {
      diary.refused(event, DiaryEntry.refused(20, "a client", EventReason.EXPIRED.refusal()));
    }

    Refusals refusals =
        TruthFacts.refusals(
            diary, hosted, new TreeSet<>(List.of(ALICE.publicKey(), BOB.publicKey())));

    assertThat(refusals.sinceSeconds()).isEqualTo(7);
    assertThat(refusals.pushes())
        .extracting(Refusals.OfRef::ref)
        .containsExactly(Optional.empty(), Optional.of("refs/heads/main"));
    assertThat(refusals.events())
        .extracting(Refusals.OfEvent::id)
        .containsExactlyInAnyOrder(ofBob.id(), issue.id());
  }
}
