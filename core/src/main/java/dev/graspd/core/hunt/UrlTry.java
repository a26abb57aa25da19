package dev.graspd.core.hunt;

import dev.graspd.core.machine.Now;

/**
 * The result of the last pass over a URL for one family, for people to read.
 *
 * @param isRead whether the refs of the URL were read
 * @param epochSeconds when it ended
 */
public record UrlTry(Result result, String why, boolean isRead, long epochSeconds) {
  /** The most characters kept of a reason. */
  public static final int WHY_CHARACTERS_MAX = 256;

  /** The kinds of outcomes; their names in lower case are labels in metrics. */
  public enum Result {
    BROUGHT,
    NOTHING,
    BEHIND,
    UNREACHABLE,
    HOPELESS,
    THROTTLED,
    CROWDED,
    MISBEHAVED,
    HINDERED,
    CANCELLED
  }

  public UrlTry {
    int points = why.codePointCount(0, why.length());
    why =
        points <= WHY_CHARACTERS_MAX
            ? why
            : why.substring(0, why.offsetByCodePoints(0, WHY_CHARACTERS_MAX));
  }

  /** Returns what is kept of an outcome. */
  public static UrlTry of(PassOutcome outcome, boolean isRead, Now now) {
    return new UrlTry(resultOf(outcome), why(outcome), isRead, now.epochSeconds());
  }

  /**
   * Returns whether the URL was asked for its refs and did not give them: there is no repository,
   * or no server that answers. If we did not ask, or were told to wait, nothing new is known.
   */
  public boolean isFailure() {
    return switch (result) {
      case UNREACHABLE, HOPELESS, MISBEHAVED, NOTHING, BROUGHT, BEHIND -> !isRead;
      case THROTTLED, CROWDED, HINDERED, CANCELLED -> false;
    };
  }

  public static Result resultOf(PassOutcome outcome) {
    return switch (outcome) {
      case PassOutcome.Brought _ -> Result.BROUGHT;
      case PassOutcome.Nothing _ -> Result.NOTHING;
      case PassOutcome.Behind _ -> Result.BEHIND;
      case PassOutcome.Unreachable _ -> Result.UNREACHABLE;
      case PassOutcome.Hopeless _ -> Result.HOPELESS;
      case PassOutcome.Throttled _ -> Result.THROTTLED;
      case PassOutcome.Crowded _ -> Result.CROWDED;
      case PassOutcome.Misbehaved _ -> Result.MISBEHAVED;
      case PassOutcome.Hindered _ -> Result.HINDERED;
      case PassOutcome.Cancelled _ -> Result.CANCELLED;
    };
  }

  private static String why(PassOutcome outcome) {
    return switch (outcome) {
      case PassOutcome.Brought(var ids) -> "objects: " + ids.size();
      case PassOutcome.Behind(var ids) -> "objects: " + ids.size();
      case PassOutcome.Nothing(var why) -> why;
      case PassOutcome.Unreachable(var why) -> why;
      case PassOutcome.Hopeless(_, var why) -> why;
      case PassOutcome.Misbehaved(var why) -> why;
      case PassOutcome.Hindered(var why) -> why;
      case PassOutcome.Throttled(var pause) ->
          pause.map(time -> "asks for " + time.toSeconds() + " s of rest").orElse("asks for rest");
      case PassOutcome.Crowded(var isRedirected) ->
          (isRedirected ? "the host it redirects to" : "its address")
              + " has as many requests as it may have";
      case PassOutcome.Cancelled() -> "";
    };
  }
}
