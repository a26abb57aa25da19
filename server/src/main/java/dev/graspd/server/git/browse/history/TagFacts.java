package dev.graspd.server.git.browse.history;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.ObjectSignature;
import java.util.Optional;

/**
 * A tag object; all that it says of people is a claim.
 *
 * @param name as the object has it, which may differ from the name of the ref
 * @param tagger empty in some old tags
 * @param message without the signature
 */
public record TagFacts(
    Oid oid,
    String name,
    Optional<CommitFacts.Person> tagger,
    String message,
    ObjectSignature signature) {
  /** Returns the first line of the message. */
  public String subject() {
    return message.strip().lines().findFirst().orElse("");
  }
}
