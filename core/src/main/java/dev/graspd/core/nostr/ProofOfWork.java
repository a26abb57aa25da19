package dev.graspd.core.nostr;

import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.nostr.refusal.Refusal;
import java.util.Optional;

/** NIP-13: leading zero bits of the id, and the target that the author committed to. */
public final class ProofOfWork {
  private ProofOfWork() {}

  /** Returns how many leading zero bits an id has. */
  public static int difficulty(EventId id) {
    int bits = 0;
    for (int i = 0; i < 4; i++) {
      int zeros = Long.numberOfLeadingZeros(id.word(i));
      bits += zeros;
      if (zeros < 64) {
        break;
      }
    }
    return bits;
  }

  /** Returns the refusal if the event has, or commits to, less than this many bits. */
  public static Optional<Refusal> tooLow(Event event, int wanted) {
    if (wanted == 0) {
      return Optional.empty();
    }
    int done = difficulty(event.id());
    if (done < wanted) {
      return refusal("difficulty " + done + " is less than " + wanted);
    }
    // A target lower than ours means that the rest was luck: a miner for spam tries many events.
    int target = committedTarget(event);
    return target < wanted
        ? refusal("difficulty " + target + " is less than " + wanted)
        : Optional.empty();
  }

  private static int committedTarget(Event event) {
    return event
        .tag("nonce")
        .filter(tag -> tag.items().size() >= 3 && tag.items().get(2).matches("[0-9]{1,3}"))
        .map(tag -> Integer.parseInt(tag.items().get(2)))
        .orElse(0);
  }

  private static Optional<Refusal> refusal(String detail) {
    return Optional.of(EventReason.POW_TOO_LOW.saying(detail));
  }
}
