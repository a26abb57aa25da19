package dev.graspd.server.hunt.git;

import dev.graspd.core.hunt.HostFault;
import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.server.egress.Failure;
import java.time.Duration;
import java.util.Optional;

/** Why a repository elsewhere gave nothing. */
public sealed interface FetchFailure {
  /** No answer, or not all of one, or HTTP 5xx; or our own rules forbid to ask. */
  record Unreachable(String why) implements FetchFailure {}

  /** Nobody at that host can be asked, today or tomorrow. */
  record Hopeless(HostFault fault, String why) implements FetchFailure {}

  /**
   * We ask too often.
   *
   * @param retryAfter when to ask again, if it says so
   */
  record Throttled(Optional<Duration> retryAfter) implements FetchFailure {}

  /** Something answers, but there is no repository that we could read. */
  record NoRepository(String why) implements FetchFailure {}

  /**
   * The server does not give what was asked for.
   *
   * @param words of the server, made harmless
   */
  record Refused(String words) implements FetchFailure {}

  /** It does not keep to the protocol. */
  record Misbehaved(String why) implements FetchFailure {}

  /** It sends more than we take from anybody. */
  record TooMuch(String why) implements FetchFailure {}

  /** We have no room for what it would tell us, because of others: says nothing about it. */
  record NoRoom() implements FetchFailure {}

  /**
   * Its address has as many requests as it may have: says nothing about it.
   *
   * @param isRedirected whether that is perhaps not the address of the host that was named
   */
  record Crowded(boolean isRedirected) implements FetchFailure {}

  /** We called it off. */
  record Cancelled() implements FetchFailure {}

  /** Tells what a failure means that came before the answer of a host which an event named. */
  static FetchFailure ofNamedHost(Failure failure) {
    return switch (failure) {
      case Failure.NoSuchName _ -> new Hopeless(HostFault.NO_SUCH_NAME, failure.text());
      case Failure.TlsFailed _ -> new Hopeless(HostFault.TLS, failure.text());
      case Failure.NotHttp _ -> new Hopeless(HostFault.NOT_HTTP, failure.text());
      case Failure.Crowded _ -> new Crowded(false);
      default -> of(failure);
    };
  }

  /** Tells what any other failure means: of the host of a redirect, or within an answer. */
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

  /** Returns what the hunt makes of it. */
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
