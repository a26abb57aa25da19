package dev.graspd.core.policy.room;

import java.util.ArrayList;
import java.util.List;

/**
 * How many repositories may begin in an hour. A place for submissions counts as one.
 *
 * @param perKey of one key
 * @param perAddress of one address, over all keys
 */
public record NewRepositoryRates(int perKey, int perAddress) {
  /** Senders are warned when a fifth is left. */
  private static final int LEFT_PART = 5;

  /** Whether one more may begin. */
  public sealed interface Answer {
    /** It may; the remark is added to the answer, and is empty if much is left. */
    record Welcome(String remark) implements Answer {}

    record TooMany() implements Answer {}
  }

  /**
   * Decides on one more.
   *
   * @param ofKey how many the key has begun in the last hour
   * @param ofAddress how many came from the address
   */
  public Answer decide(int ofKey, int ofAddress) {
    if (ofKey >= perKey || ofAddress >= perAddress) {
      return new Answer.TooMany();
    }
    List<String> nearlyAll = new ArrayList<>();
    if (isNearlyAll(ofKey + 1, perKey)) {
      nearlyAll.add("%d of %d of this key".formatted(ofKey + 1, perKey));
    }
    if (isNearlyAll(ofAddress + 1, perAddress)) {
      nearlyAll.add("%d of %d of this address".formatted(ofAddress + 1, perAddress));
    }
    return new Answer.Welcome(
        nearlyAll.isEmpty()
            ? ""
            : "; new repositories in an hour: " + String.join(", ", nearlyAll));
  }

  private static boolean isNearlyAll(int count, int max) {
    return count >= max - max / LEFT_PART;
  }

  /** Returns it in a sentence. */
  public String sentence() {
    return "In an hour %d new repositories of one key are taken, and %d of one address."
        .formatted(perKey, perAddress);
  }
}
