package dev.graspd.core.policy.room;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Standing;
import java.util.Optional;

/**
 * How much heap the announcements, states and refs of one identifier may take together. A request
 * for one of its repositories reads all of it, and anybody may announce the same name; so an event
 * that would make it larger is refused when it is full. The owners of served repositories and the
 * keys that they list have twice the room, and strangers cannot fill that. An event that does not
 * make it larger, such as a state with the same refs, is always accepted.
 *
 * @param maxBytes for strangers
 */
public record FamilyRoom(long maxBytes) {
  /** The room of members of a served repository, as a multiple of the room of strangers. */
  public static final int AT_HOME_TIMES = 2;

  /** Returns why an author may not change a family in this way; empty if they may. */
  public Optional<Reason> refusal(PublicKey author, Family before, Family after) {
    long bytes = after.repositoryBytes();
    if (bytes <= maxBytes || bytes <= before.repositoryBytes()) {
      return Optional.empty();
    }
    boolean hasRoom = bytes / AT_HOME_TIMES <= maxBytes && isAtHome(author, before);
    return hasRoom ? Optional.empty() : Optional.of(EventReason.IDENTIFIER_FULL);
  }

  private static boolean isAtHome(PublicKey author, Family family) {
    return family.announcements().values().stream()
        .filter(one -> one.standing() == Standing.SERVED && one.isRepository())
        .map(Family.Announced::announcement)
        .anyMatch(one -> one.author().equals(author) || one.listed().contains(author));
  }
}
