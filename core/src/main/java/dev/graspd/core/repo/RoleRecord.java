package dev.graspd.core.repo;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.text.Hex;
import java.util.List;
import java.util.Optional;

/**
 * One role record of an announcement: {@code [letter, pubkey, start, end, start, …]}. A role whose
 * last period has no end is active; without any period it always is.
 */
public record RoleRecord(Rank rank, PublicKey key, boolean active) {
  /** What a role allows. */
  public enum Rank {
    LEAD("M"),
    CO_MAINTAINER("m"),
    /** Never gives authority over refs. */
    MODERATOR("o");

    private final String letter;

    Rank(String letter) {
      this.letter = letter;
    }

    boolean mayMoveRefs() {
      return this != MODERATOR;
    }

    private static Optional<Rank> of(Tag tag) {
      for (Rank rank : values()) {
        if (tag.is(rank.letter)) {
          return Optional.of(rank);
        }
      }
      return Optional.empty();
    }
  }

  private static final String DEFER = "defer";

  /** Returns whether the tag is a role record at all, well-formed or not. */
  static boolean isRole(Tag tag) {
    return Rank.of(tag).isPresent();
  }

  /** Reads a role record; empty if it names no key. A malformed record is never active. */
  static Optional<RoleRecord> parse(Tag tag) {
    if (!Hex.isLowerHex(tag.value(), 64)) {
      return Optional.empty();
    }
    PublicKey key = PublicKey.parse(tag.value());
    boolean active = isActive(tag.items().subList(2, tag.items().size()));
    return Rank.of(tag).map(rank -> new RoleRecord(rank, key, active));
  }

  private static boolean isActive(List<String> boundaries) {
    for (int i = 0; i < boundaries.size(); i++) {
      boolean isLastEnd = i == boundaries.size() - 1 && i % 2 == 1;
      String boundary = boundaries.get(i);
      if (!isDecimal(boundary) && !(isLastEnd && boundary.equals(DEFER))) {
        return false;
      }
    }
    return boundaries.isEmpty() || boundaries.size() % 2 == 1;
  }

  private static boolean isDecimal(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** Returns whether this record lets its key move refs now. */
  boolean grantsRefs() {
    return active && rank.mayMoveRefs();
  }
}
