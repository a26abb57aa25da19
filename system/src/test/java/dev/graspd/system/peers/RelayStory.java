package dev.graspd.system.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Tag;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A repository of ours on a relay that somebody named: events that the relay takes come here.
 * Events that it refuses are shown and not expected, nor are events about those alone.
 */
final class RelayStory {
  private static final Duration LIVE_MAX = Duration.ofSeconds(10);

  private final OutsideRelay relay;
  private final PeerServer ours;
  private final PeerStory.Way way;
  private final Steps steps;
  private final boolean hosts;
  private final PeerRepo repo;

  RelayStory(OutsideRelay relay, PeerServer ours, PeerStory.Way way, Steps steps) {
    this.relay = relay;
    this.ours = ours;
    this.way = way;
    this.steps = steps;
    this.hosts = relay.hosts();
    // One that hosts takes only what names it as a host.
    List<URI> services = hosts ? List.of(ours.service(), relay.uri()) : List.of(ours.service());
    this.repo = new PeerRepo(services, hosts ? List.of() : List.of(relay.uri()));
  }

  /** Returns whether the relay took anything, so that there was something to see. */
  boolean run() {
    fillRelay();
    List<Event> expected = expected(relay.served(repo.past()));
    steps.shown().accept("it serves " + expected.size() + " of " + repo.past().size() + " events");
    if (expected.isEmpty()) {
      return false;
    }
    ours.with("NGIT_SYNC_BOOTSTRAP_RELAY_URL", relay.uri().toString());
    ours.with(way.settings()).start();
    steps.timed("all that it serves came over", () -> fillOurs(expected));
    if (way == PeerStory.Way.NEGENTROPY && ours.logs(PeerServer.CANNOT_COMPARE)) {
      steps.shown().accept("it cannot compare sets, so its history was paged");
    }
    live();
    whileAway();
    return true;
  }

  private void fillRelay() {
    show(relay.publish(repo.beginning()));
    if (hosts) {
      repo.push(relay.uri());
    }
    show(relay.publish(repo.past().subList(repo.beginning().size(), repo.past().size())));
    if (hosts) {
      repo.pushPullRequest(relay.uri());
    }
  }

  private void show(SortedMap<String, Integer> refusals) {
    refusals.forEach((why, count) -> steps.shown().accept("it refused " + count + " of " + why));
  }

  /** Returns what is about the repository, or about something that is. */
  private List<Event> expected(List<Event> served) {
    SortedSet<String> known = new TreeSet<>(List.of(repo.address()));
    List<Event> expected = new ArrayList<>();
    for (Event event : served) {
      if (repo.beginning().contains(event)
          || event.tags().stream().map(Tag::value).anyMatch(known::contains)) {
        known.add(event.id().hex());
        expected.add(event);
      }
    }
    return expected;
  }

  private void fillOurs(List<Event> expected) {
    if (!expected.containsAll(repo.beginning())) {
      ours.publish(repo.beginning());
    }
    repo.pushAsEventsCome(ours, expected);
  }

  private void live() {
    List<Event> events = repo.now("live");
    Duration taken =
        steps.timed(
            "what is published there is heard",
            () -> {
              show(relay.publish(events));
              ours.awaitServed(relay.served(events));
            });
    assertThat(taken).as("live").isLessThan(LIVE_MAX);
  }

  private void whileAway() {
    ours.stop();
    List<Event> missed = repo.now("while away");
    show(relay.publish(missed));
    ours.start();
    steps.timed(
        "what was published while we were away came over",
        () -> ours.awaitServed(relay.served(missed)));
  }
}
