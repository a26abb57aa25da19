package dev.graspd.server.migrate.ngit;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.text.Hex;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import java.util.Optional;

/**
 * The note of ngit-grasp on an event that it keeps of an ended repository (its kind 9905).
 *
 * @param about the event that is kept
 * @param source why it is kept
 * @param repository the one that ended
 * @param archive the file with its repository, below {@code .archive}
 * @param since when that server ended it, in seconds since 1970
 */
public record KeptNote(
    EventId about, String source, RepoAddress repository, Optional<String> archive, long since) {
  public static final int KIND = 9_905;

  /** The source of what its author deleted. */
  public static final String DELETED = "nip09";

  /** The source of what left with its author's request to vanish. */
  public static final String VANISHED = "nip62";

  private static final int HEX_DIGITS = 64;

  /** Reads a note, if it is one and complete. */
  public static Optional<KeptNote> of(Event event) {
    Optional<String> about = hex(event, "e");
    Optional<RepoAddress> repository = repository(event);
    if (event.kind() != KIND || about.isEmpty() || repository.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new KeptNote(
            EventId.parse(about.get()),
            value(event, "holding-source").orElse(""),
            repository.get(),
            value(event, "holding-archive-path"),
            event.createdAt()));
  }

  private static Optional<RepoAddress> repository(Event event) {
    Optional<Identifier> identifier = value(event, "d").flatMap(Identifier::parse);
    Optional<String> owner = hex(event, "holding-owner-pubkey");
    return identifier.isPresent() && owner.isPresent()
        ? Optional.of(new RepoAddress(PublicKey.parse(owner.get()), identifier.get()))
        : value(event, "a").flatMap(RepoAddress::parse);
  }

  private static Optional<String> hex(Event event, String tag) {
    return value(event, tag).filter(text -> Hex.isLowerHex(text, HEX_DIGITS));
  }

  private static Optional<String> value(Event event, String name) {
    return event.tag(name).filter(tag -> tag.hasValue()).map(tag -> tag.value());
  }
}
