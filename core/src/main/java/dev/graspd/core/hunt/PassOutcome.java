package dev.graspd.core.hunt;

import dev.graspd.core.repo.Oid;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedSet;

/** How a pass over a clone URL ended. */
public sealed interface PassOutcome {
  /** These objects were fetched, checked, and added to the repository. */
  record Brought(SortedSet<Oid> ids) implements PassOutcome {}

  /** It answers, but has nothing that we want, or nothing new. */
  record Nothing(String why) implements PassOutcome {}

  /**
   * It advertises ids that expired events wait for; those are held again. For comparisons: the hunt
   * begins with {@link HuntInput.Waits}.
   */
  record Behind(SortedSet<Oid> ids) implements PassOutcome {}

  /**
   * No answer, or none that helps: refused, timed out, HTTP 5xx, cut off. A later pass may succeed.
   */
  record Unreachable(String why) implements PassOutcome {}

  /**
   * The URL's own host is unusable; we avoid it for 12 h. Never used for a redirect target: one
   * open redirect would ban every repository of its host.
   */
  record Hopeless(HostFault fault, String why) implements PassOutcome {}

  /** HTTP 429, or a {@code Retry-After}. */
  record Throttled(Optional<Duration> retryAfter) implements PassOutcome {}

  /**
   * Its address is at its limit because of other names; we sent no request.
   *
   * @param isRedirected whether it is the address of a redirect target
   */
  record Crowded(boolean isRedirected) implements PassOutcome {}

  /**
   * It sent invalid or incomplete git data, or something else. This counts against the URL only,
   * not its host: a writer of one repository must not be able to ban all others there.
   */
  record Misbehaved(String why) implements PassOutcome {}

  /** We could not store it: quota or disk. The host is not to blame. */
  record Hindered(String why) implements PassOutcome {}

  /** It was ended by {@link HuntAction.Cancel} or because we stop. */
  record Cancelled() implements PassOutcome {}

  /**
   * Returns whether the URL has used its turn; if not, it gets one when its host has room. A
   * redirect to a full host uses the turn: nothing tells us when there is room.
   */
  default boolean isTried() {
    return switch (this) {
      case Throttled _ -> false;
      case Crowded(var isRedirected) -> isRedirected;
      case Brought _, Nothing _, Behind _, Unreachable _ -> true;
      case Hopeless _, Misbehaved _, Hindered _, Cancelled _ -> true;
    };
  }
}
