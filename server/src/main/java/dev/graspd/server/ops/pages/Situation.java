package dev.graspd.server.ops.pages;

import dev.graspd.core.repo.Standing;
import dev.graspd.server.gate.HeldEvent;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What of a repository waits for git data, what waited in vain, and how its other copies are
 * (purgatory.md, section 5).
 *
 * @param at when this was so
 * @param standing of its announcement
 * @param held what waits, and what has lapsed and is remembered
 */
public record Situation(Instant at, Standing standing, List<HeldEvent> held, Hunt hunt) {
  public Situation {
    held = List.copyOf(held);
  }

  List<HeldEvent> waiting() {
    return held.stream().filter(one -> !one.lapsed()).toList();
  }

  /** Returns whether what is missing is looked for at clone URLs. */
  boolean isHunted() {
    return hunt.enabled() && !hunt.places().isEmpty();
  }

  List<HeldEvent> expired() {
    return held.stream().filter(HeldEvent::lapsed).toList();
  }

  /**
   * The search for what is missing.
   *
   * @param enabled whether this server searches at all
   * @param attempts that were not enough so far
   * @param nextAttempt empty if one is under way, or none is planned
   * @param places clone URLs on other servers
   */
  public record Hunt(
      boolean enabled, int attempts, Optional<Instant> nextAttempt, List<Place> places) {
    public Hunt {
      places = List.copyOf(places);
    }
  }

  /**
   * A clone URL on another server.
   *
   * @param announced whether those who speak for the repository name it, or a pull request only
   * @param running whether it is being asked now
   * @param look what came of asking it last
   */
  public record Place(
      String url, boolean announced, State state, boolean running, Optional<Look> look) {}

  /**
   * One look at a clone URL.
   *
   * @param outcome in a word
   * @param detail in words, maybe of strangers; may be empty
   */
  public record Look(Instant at, String outcome, String detail) {}

  /** How a copy is, compared with what was signed. */
  public enum State {
    IN_SYNC("in sync"),
    AHEAD("has what is missing here"),
    BEHIND("does not have what is missing here"),
    UNREACHABLE("not reachable"),
    UNKNOWN("not looked at yet");

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
