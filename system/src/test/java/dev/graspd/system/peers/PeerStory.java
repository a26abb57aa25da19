package dev.graspd.system.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * One repository on two servers of different make: the source has all of it before the follower is
 * up. The past comes over, then each hears the other, also after each has been away.
 */
final class PeerStory {
  /** How the past is fetched. */
  enum Way {
    NEGENTROPY("by negentropy"),
    PAGES("by pages");

    private final String words;

    Way(String words) {
      this.words = words;
    }

    Map<String, String> settings() {
      return Map.of("NGIT_SYNC_DISABLE_NEGENTROPY", Boolean.toString(this == PAGES));
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /** From where the follower knows of the repository. */
  enum Entry {
    BOOTSTRAP_RELAY,
    OWN_COPY
  }

  private static final Duration LIVE_MAX = Duration.ofSeconds(10);

  private final PeerServer source;
  private final PeerServer follower;
  private final Way way;
  private final Steps steps;
  private final PeerRepo repo;

  PeerStory(PeerServer source, PeerServer follower, Way way, Steps steps) {
    this.source = source;
    this.follower = follower;
    this.way = way;
    this.steps = steps;
    this.repo = new PeerRepo(List.of(source.service(), follower.service()), List.of());
  }

  void run(Entry entry) {
    if (way == Way.PAGES) {
      source.with("NGIT_RELAY_FILTER_LIMIT", Integer.toString(PeerRepo.PAGE_EVENTS));
    }
    source.with(way.settings()).start();
    fillSource();
    if (entry == Entry.BOOTSTRAP_RELAY) {
      follower.with("NGIT_SYNC_BOOTSTRAP_RELAY_URL", source.service().toString());
    }
    follower.with(way.settings()).start();
    steps.timed(repo.past().size() + " events of the past came over", () -> fillFollower(entry));
    checkTheWay();

    live("heard", source, follower);
    live("heard", follower, source);
    whileAway(follower, source);
    whileAway(source, follower);
    live("heard again", source, follower);
    live("heard again", follower, source);
  }

  private void fillSource() {
    source.publish(repo.beginning());
    repo.push(source.service());
    source.awaitServed(repo.beginning());
    source.publish(repo.past().subList(repo.beginning().size(), repo.past().size()));
    repo.pushPullRequest(source.service());
    source.awaitServed(repo.past());
  }

  private void fillFollower(Entry entry) {
    if (entry == Entry.OWN_COPY) {
      follower.publish(repo.beginning());
    }
    follower.awaitServed(repo.past());
  }

  private void checkTheWay() {
    long compared = source.tap().count("NEG-OPEN");
    if (way == Way.NEGENTROPY) {
      assertThat(compared).as("comparisons of sets").isPositive();
      assertThat(follower.logs(PeerServer.CANNOT_COMPARE)).isFalse();
    } else {
      assertThat(compared).as("comparisons of sets").isZero();
      assertThat(source.tap().count("REQ")).as("requests").isPositive();
    }
  }

  private void live(String what, PeerServer from, PeerServer to) {
    String step = from.make() + " is " + what + " by " + to.make();
    to.awaitSettled();
    Duration taken =
        steps.timed(
            step,
            () -> {
              List<Event> events = repo.now("live at " + from.make());
              from.publish(events);
              to.awaitServed(events);
            });
    assertThat(taken).as(step).isLessThan(LIVE_MAX);
  }

  private void whileAway(PeerServer away, PeerServer other) {
    away.stop();
    List<Event> missed = repo.now("without " + away.make());
    other.publish(missed);
    away.start();
    steps.timed(away.make() + " caught up after a restart", () -> away.awaitServed(missed));
  }
}
