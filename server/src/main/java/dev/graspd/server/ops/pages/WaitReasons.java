package dev.graspd.server.ops.pages;

import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.server.family.held.HeldEvent;
import dev.graspd.server.family.held.HeldEvent.Missing;

/**
 * Why an event waits or has expired. Computed from its missing objects, so that a restart changes
 * nothing.
 */
final class WaitReasons {
  private WaitReasons() {}

  static String what(HeldEvent event) {
    return switch (event.kind()) {
      case Kinds.ANNOUNCEMENT -> "announcement";
      case Kinds.REPO_STATE -> "state";
      default -> "pull request";
    };
  }

  static String waitsFor(HeldEvent event) {
    if (event.kind() == Kinds.ANNOUNCEMENT) {
      return "the first push";
    }
    return isNothingKnown(event.missing()) ? "its release" : objects(event);
  }

  /**
   * Returns why an event has expired.
   *
   * @param hunted whether the hunt looked for its objects at clone URLs
   */
  static String expired(HeldEvent event, boolean hunted) {
    if (event.kind() == Kinds.ANNOUNCEMENT) {
      return "nothing was pushed";
    }
    if (isNothingKnown(event.missing())) {
      return "what it names came later, or can never come";
    }
    return "never pushed" + (hunted ? ", and no clone URL brought it: " : ": ") + objects(event);
  }

  private static boolean isNothingKnown(Missing missing) {
    return missing.ids().isEmpty();
  }

  private static String objects(HeldEvent event) {
    Missing missing = event.missing();
    String first = missing.ids().getFirst();
    if (missing.count() == 1 && missing.complete()) {
      return (PullRequest.isKind(event.kind()) ? "commit " : "object ") + first;
    }
    String atLeast = missing.complete() ? "" : "at least ";
    return atLeast + missing.count() + " objects, the first of them " + first;
  }
}
