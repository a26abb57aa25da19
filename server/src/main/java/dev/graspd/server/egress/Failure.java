package dev.graspd.server.egress;

/** Why a target could not be reached, or did not do what it was asked for. */
public sealed interface Failure {
  /** Our own rules forbid it. */
  record Denied(String why) implements Failure {}

  /** The name does not exist, or has no address. */
  record NoSuchName(String name) implements Failure {}

  /** Our resolver does not answer: says nothing about the target. */
  record ResolverSilent(String cause) implements Failure {}

  /** Refused, no way to it, or cut before it answered. */
  record Unreachable(String cause) implements Failure {}

  record TimedOut(String what) implements Failure {}

  /** No secure connection can be made: wrong certificate, or no TLS at all. */
  record TlsFailed(String cause) implements Failure {}

  /** Others use its address as much as may be: says nothing about the target. */
  record Crowded() implements Failure {}

  /** HTTP 429 or 5xx: it may be better next time. */
  record Busy(int status) implements Failure {}

  /** Something answers, but not what was asked for. */
  record WrongAnswer(String why) implements Failure {}

  /** Something answers, but not in HTTP. */
  record NotHttp() implements Failure {}

  /** Its answer is larger than it may be. */
  record TooLarge(long bytesMax) implements Failure {}

  /** We called it off: says nothing about the target. */
  record Cancelled() implements Failure {}

  /** Returns a text for the log. */
  default String text() {
    return switch (this) {
      case Denied(var why) -> "egress denied: " + why;
      case NoSuchName(var name) -> "there is no " + name;
      case ResolverSilent(var cause) -> "the resolver does not answer: " + cause;
      case Unreachable(var cause) -> "unreachable: " + cause;
      case TimedOut(var what) -> "timed out: " + what;
      case TlsFailed(var cause) -> "no secure connection: " + cause;
      case Crowded() -> "its address has as many requests as it may have";
      case Busy(var status) -> "HTTP " + status;
      case WrongAnswer(var why) -> "wrong answer: " + why;
      case NotHttp() -> "it does not speak HTTP";
      case TooLarge(var bytesMax) -> "more than " + bytesMax + " bytes";
      case Cancelled() -> "called off";
    };
  }
}
