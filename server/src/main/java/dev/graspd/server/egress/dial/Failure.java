package dev.graspd.server.egress.dial;

/** Why a request or connection to a target failed. */
public sealed interface Failure {
  record Denied(String why) implements Failure {}

  /** The name does not exist, or has no address. */
  record NoSuchName(String name) implements Failure {}

  /** Our resolver does not answer. This says nothing about the target. */
  record ResolverSilent(String cause) implements Failure {}

  /** Connection refused, no route, or cut before it answered. */
  record Unreachable(String cause) implements Failure {}

  record TimedOut(String what) implements Failure {}

  /** No secure connection can be made: wrong certificate, or no TLS at all. */
  record TlsFailed(String cause) implements Failure {}

  /** Its address is at our limit because of other names. This says nothing about the target. */
  record Crowded() implements Failure {}

  /** HTTP 429 or 5xx: the next attempt may succeed. */
  record Busy(int status) implements Failure {}

  /** The answer is not what we requested. */
  record WrongAnswer(String why) implements Failure {}

  record NotHttp() implements Failure {}

  record TooLarge(long bytesMax) implements Failure {}

  /** We cancelled it. This says nothing about the target. */
  record Cancelled() implements Failure {}

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
