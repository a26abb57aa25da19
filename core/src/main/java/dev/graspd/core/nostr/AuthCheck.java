package dev.graspd.core.nostr;

import dev.graspd.core.nostr.refusal.MessageReason;
import dev.graspd.core.nostr.refusal.Refusal;
import java.util.Optional;

/** NIP-42: whether an AUTH event fits the challenge. Its id and signature are checked elsewhere. */
public final class AuthCheck {
  /** How far the clock of the client may be off, in either direction. */
  public static final long WINDOW_SECONDS = 600;

  private AuthCheck() {}

  /** Returns why the event does not authenticate its author, or nothing if it does. */
  public static Optional<Refusal> refusal(
      Event auth, String challenge, ServiceAddress service, long nowSeconds) {
    if (auth.kind() != Kinds.CLIENT_AUTH) {
      return failed("the kind is not 22242");
    }
    if (Math.abs(nowSeconds - auth.createdAt()) > WINDOW_SECONDS) {
      return failed("created_at is more than 10 minutes off");
    }
    if (!valueOf(auth, "challenge").equals(challenge)) {
      return failed("the challenge is not the last one sent");
    }
    return service.isNamedBy(valueOf(auth, "relay"))
        ? Optional.empty()
        : failed("the relay tag names another relay");
  }

  private static String valueOf(Event auth, String name) {
    return auth.tag(name).map(Tag::value).orElse("");
  }

  private static Optional<Refusal> failed(String detail) {
    return Optional.of(MessageReason.AUTH_FAILED.refusal(detail));
  }
}
