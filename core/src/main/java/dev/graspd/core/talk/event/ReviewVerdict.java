package dev.graspd.core.talk.event;

import java.util.Optional;

/**
 * The verdict of a reviewer on a pull request: the value of {@code s}, upper and lower case count.
 */
public enum ReviewVerdict {
  ACK("ACK"),
  NACK("NACK"),
  CONCEPT_ACK("Concept ACK"),
  CONCEPT_NACK("Concept NACK"),
  CHANGES_REQUIRED("Changes Required");

  private final String word;

  ReviewVerdict(String word) {
    this.word = word;
  }

  /** Returns it as reviewers write it. */
  public String word() {
    return word;
  }

  static Optional<ReviewVerdict> parse(String text) {
    for (ReviewVerdict verdict : values()) {
      if (verdict.word.equals(text)) {
        return Optional.of(verdict);
      }
    }
    return Optional.empty();
  }
}
