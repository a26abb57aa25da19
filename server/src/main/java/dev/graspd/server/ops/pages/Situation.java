package dev.graspd.server.ops.pages;

import dev.graspd.core.hunt.copy.RefComparison;
import dev.graspd.core.hunt.copy.RefComparison.Agreement;
import dev.graspd.core.repo.RefName;
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

  /** Returns the clone URLs that its maintainers announce. */
  List<Remote> copies() {
    return hunt.remotes().stream().filter(Remote::announced).toList();
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
   * @param compared the last comparison with this repository
   */
  public record Remote(
      String url,
      boolean announced,
      State state,
      boolean running,
      Optional<Visit> visit,
      Optional<Compared> compared) {
    /** Returns how it has a branch; unknown unless it was compared with what is here now. */
    Agreement about(RefName branch) {
      return compared
          .filter(Compared::current)
          .map(one -> one.refs().about(branch))
          .orElse(Agreement.UNKNOWN);
    }

    /** Returns why nothing is known of its refs, if it was asked for them. */
    Optional<String> error() {
      return compared.isPresent() ? Optional.empty() : visit.flatMap(Visit::error);
    }

    /** Returns the time of the last look that says something about its refs. */
    Optional<Instant> lookedAt() {
      return compared.map(Compared::at).or(() -> visit.map(Visit::at));
    }
  }

  /**
   * The branches and tags of a copy, compared with those of the repository.
   *
   * @param current whether those of the repository are still the same as at that time
   */
  public record Compared(Instant at, RefComparison refs, boolean current) {}

  /**
   * One visit to a clone URL.
   *
   * @param outcome in one word
   * @param detail a text, possibly of a stranger; may be empty
   * @param read whether its refs were read
   */
  public record Visit(Instant at, String outcome, String detail, boolean read) {
    private Optional<String> error() {
      return read ? Optional.empty() : Optional.of(detail.isEmpty() ? outcome : detail);
    }
  }

  /** The state of a copy in one word, for programs. */
  public enum State {
    /** Every branch and tag here has the same value there. */
    IN_SYNC,
    /** It has something that is missing here. */
    AHEAD,
    /** It lacks something that is missing here, or the value of a branch or tag here. */
    BEHIND,
    /** No answer, or no repository there. */
    UNREACHABLE,
    /** Not compared, or not with what is here now. */
    UNKNOWN;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
