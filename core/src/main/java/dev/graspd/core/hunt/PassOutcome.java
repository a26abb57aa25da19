package dev.graspd.core.hunt;

import dev.graspd.core.repo.Oid;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedSet;

/** How a pass over a clone URL ended. */
public sealed interface PassOutcome {
  /** These ids came, are checked, and have joined the repository. */
  record Brought(SortedSet<Oid> ids) implements PassOutcome {}

  /** It answers, and has nothing for us: none of what is wanted, or nothing new. */
  record Nothing(String why) implements PassOutcome {}

  /**
   * It advertises ids that remembered events wait for; those are held again. For comparisons: the
   * hunt begins when {@link HuntInput.Waits} says so.
   */
  record Behind(SortedSet<Oid> ids) implements PassOutcome {}

  /** No answer, or none that helps: refused, timed out, HTTP 5xx, cut off. May be better later. */
  record Unreachable(String why) implements PassOutcome {}

  /**
   * The URL's own host cannot be used at all; it is left alone for 12 h. Never said of a host
   * because of where it redirects to: one open redirect would ban everybody on it.
   */
  record Hopeless(HostFault fault, String why) implements PassOutcome {}

  /** HTTP 429, or a {@code Retry-After}. */
  record Throttled(Optional<Duration> retryAfter) implements PassOutcome {}

  /**
   * Its address has all the requests that it may have, for other names: nobody was asked.
   *
   * @param isRedirected whether it was that of another host, which the URL's host sent us to
   */
  record Crowded(boolean isRedirected) implements PassOutcome {}

  /**
   * It sent something else than git data, or less, or worse. Held against this URL only, not its
   * host: whoever may write to one repository must not be able to ban all others there.
   */
  record Misbehaved(String why) implements PassOutcome {}

  /** We could not take it: quota, disk. Nobody's fault there. */
  record Hindered(String why) implements PassOutcome {}

  /** It was ended by {@link HuntAction.Cancel} or because we stop. */
  record Cancelled() implements PassOutcome {}

  /**
   * Returns whether the URL has had its turn; if not, it comes when its host has room. A host that
   * sends us where there is none has had it: nobody tells us when there is.
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
