package dev.graspd.server.hunt.git;

import dev.graspd.core.hunt.HostFault;
import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.server.egress.dial.Failure;
import java.time.Duration;
import java.util.Optional;

/** Why a fetch from a remote repository failed. */
public sealed interface FetchFailure {
  /** No answer, an incomplete one, or HTTP 5xx; or our own rules forbid the request. */
  record Unreachable(String why) implements FetchFailure {}

  /** The host is unusable, and trying again would not help. */
  record Hopeless(HostFault fault, String why) implements FetchFailure {}

  /**
   * We send too many requests.
   *
   * @param retryAfter when to try again, if it says so
   */
  record Throttled(Optional<Duration> retryAfter) implements FetchFailure {}

  /** The server answers, but there is no readable repository. */
  record NoRepository(String why) implements FetchFailure {}

  /**
   * The server refuses the requested objects.
   *
   * @param words of the server, sanitised
   */
  record Refused(String words) implements FetchFailure {}

  /** It violates the protocol. */
  record Misbehaved(String why) implements FetchFailure {}

  /** It sends more than we accept. */
  record TooMuch(String why) implements FetchFailure {}

  /** Our memory for refs is in use by others. This says nothing about the server. */
  record NoRoom() implements FetchFailure {}

  /**
   * Its address is at our limit. This says nothing about the server.
   *
   * @param isRedirected whether it may be the address of another host than the named one
   */
  record Crowded(boolean isRedirected) implements FetchFailure {}

  /** We cancelled it. */
  record Cancelled() implements FetchFailure {}

  /** Translates a failure before the answer of a host that an event named. */
  static FetchFailure ofNamedHost(Failure failure) {
    return switch (failure) {
      case Failure.NoSuchName _ -> new Hopeless(HostFault.NO_SUCH_NAME, failure.text());
      case Failure.TlsFailed _ -> new Hopeless(HostFault.TLS, failure.text());
      case Failure.NotHttp _ -> new Hopeless(HostFault.NOT_HTTP, failure.text());
      case Failure.Crowded _ -> new Crowded(false);
      default -> of(failure);
    };
  }

  /** Translates any other failure: at a redirect target, or within an answer. */
  static FetchFailure of(Failure failure) {
    return switch (failure) {
      case Failure.Cancelled _ -> new Cancelled();
      case Failure.Crowded _ -> new Crowded(true);
      case Failure.WrongAnswer(var why) -> new Misbehaved(why);
      case Failure.TooLarge _ -> new TooMuch(failure.text());
      case Failure.Busy _,
          Failure.Denied _,
          Failure.NoSuchName _,
          Failure.NotHttp _,
          Failure.ResolverSilent _,
          Failure.Unreachable _,
          Failure.TimedOut _,
          Failure.TlsFailed _ ->
          new Unreachable(failure.text());
    };
  }

  /** Returns the outcome for the hunt. */
  default PassOutcome outcome() {
    return switch (this) {
      case Unreachable(var why) -> new PassOutcome.Unreachable(why);
      case Hopeless(var fault, var why) -> new PassOutcome.Hopeless(fault, why);
      case Throttled(var after) -> new PassOutcome.Throttled(after);
      case NoRepository _, Refused _ -> new PassOutcome.Nothing(text());
      case Misbehaved _, TooMuch _ -> new PassOutcome.Misbehaved(text());
      case NoRoom _ -> new PassOutcome.Hindered(text());
      case Crowded(var isRedirected) -> new PassOutcome.Crowded(isRedirected);
      case Cancelled _ -> new PassOutcome.Cancelled();
    };
  }

  /** Returns a text for people. */
  default String text() {
    return switch (this) {
      case Unreachable(var why) -> why;
      case Hopeless(_, var why) -> why;
      case Throttled(var after) ->
          "asks for patience" + after.map(time -> " for " + time.toSeconds() + " s").orElse("");
      case NoRepository(var why) -> "no repository: " + why;
      case Refused(var words) -> "refused: " + words;
      case Misbehaved(var why) -> why;
      case TooMuch(var why) -> why;
      case NoRoom() -> "no room for its refs at the moment";
      case Crowded _ -> "its address has as many requests as it may have";
      case Cancelled() -> "called off";
    };
  }
}
