package dev.graspd.server.ops.pages;

import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.server.gate.HeldEvent;
import dev.graspd.server.gate.HeldEvent.Missing;

/**
 * Why something waits, or waited in vain. Worked out from what is still missing, so that a restart
 * changes nothing about it.
 */
final class Reasons {
  private Reasons() {}

  /** Returns what an event is. */
  static String what(HeldEvent event) {
    return switch (event.kind()) {
      case Kinds.ANNOUNCEMENT -> "announcement";
      case Kinds.REPO_STATE -> "state";
      default -> "pull request";
    };
  }

  /** Returns what a waiting event waits for. */
  static String waitsFor(HeldEvent event) {
    if (event.kind() == Kinds.ANNOUNCEMENT) {
      return "the first push";
    }
    return isNothingKnown(event.missing()) ? "its release" : objects(event);
  }

  /**
   * Returns why the time of an event is over.
   *
   * @param hunted whether its objects were looked for at clone URLs
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
