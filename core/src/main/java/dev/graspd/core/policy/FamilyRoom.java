package dev.graspd.core.policy;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Reason;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Standing;
import java.util.Optional;

/**
 * How much heap the announcements, states and refs of one identifier may take together. A request
 * for one of its repositories reads all of it, and anybody may announce the same name; so what
 * would make it larger is refused when it is full. The owners of served repositories and the keys
 * that these list have twice the room: strangers cannot fill it up to that. What does not grow,
 * such as a state with the same refs, is always welcome.
 *
 * @param maxBytes for strangers
 */
public record FamilyRoom(long maxBytes) {
  /** How many times the room of strangers those have who belong to a served repository. */
  public static final int AT_HOME_TIMES = 2;

  /** Returns why an author may not change a family to what it would be then; empty if they may. */
  public Optional<Reason> refusal(PublicKey author, Family before, Family after) {
    long bytes = after.repositoryBytes();
    if (bytes <= maxBytes || bytes <= before.repositoryBytes()) {
      return Optional.empty();
    }
    boolean hasRoom = bytes / AT_HOME_TIMES <= maxBytes && isAtHome(author, before);
    return hasRoom ? Optional.empty() : Optional.of(Reason.IDENTIFIER_FULL);
  }

  private static boolean isAtHome(PublicKey author, Family family) {
    return family.announcements().values().stream()
        .filter(one -> one.standing() == Standing.SERVED && one.isRepository())
        .map(Family.Announced::announcement)
        .anyMatch(one -> one.author().equals(author) || one.listed().contains(author));
  }
}
