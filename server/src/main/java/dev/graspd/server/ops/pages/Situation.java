package dev.graspd.server.ops.pages;

import dev.graspd.core.repo.Standing;
import dev.graspd.server.family.held.HeldEvent;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The held and expired events of a repository, and the state of its other copies (purgatory.md,
 * section 5).
 *
 * @param at the time of this snapshot
 * @param standing of its announcement
 * @param held events that wait, and expired ones that are remembered
 */
public record Situation(Instant at, Standing standing, List<HeldEvent> held, Hunt hunt) {
  public Situation {
    held = List.copyOf(held);
  }

  List<HeldEvent> waiting() {
    return held.stream().filter(one -> !one.lapsed()).toList();
  }

  /** Returns whether the hunt looks for missing objects at clone URLs. */
  boolean isHunted() {
    return hunt.enabled() && !hunt.remotes().isEmpty();
  }

  List<HeldEvent> expired() {
    return held.stream().filter(HeldEvent::lapsed).toList();
  }

  /**
   * The hunt for missing objects.
   *
   * @param enabled whether this server hunts at all
   * @param attempts so far
   * @param nextAttempt empty if one is running, or none is planned
   * @param remotes clone URLs on other servers
   */
  public record Hunt(
      boolean enabled, int attempts, Optional<Instant> nextAttempt, List<Remote> remotes) {
    public Hunt {
      remotes = List.copyOf(remotes);
    }
  }

  /**
   * A clone URL on another server.
   *
   * @param announced whether a maintainer's announcement names it, or only a pull request
   * @param running whether it is being visited now
   * @param visit the last visit
   */
  public record Remote(
      String url, boolean announced, State state, boolean running, Optional<Visit> visit) {}

  /**
   * One visit to a clone URL.
   *
   * @param outcome in one word
   * @param detail a text, possibly of a stranger; may be empty
   */
  public record Visit(Instant at, String outcome, String detail) {}

  /** The state of a copy, compared with the signed state. */
  public enum State {
    IN_SYNC("in sync"),
    AHEAD("has the missing objects"),
    BEHIND("lacks the missing objects"),
    UNREACHABLE("not reachable"),
    UNKNOWN("not visited yet");

    private final String words;

    State(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
