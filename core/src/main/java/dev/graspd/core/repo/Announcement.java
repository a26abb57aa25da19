package dev.graspd.core.repo;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.text.Hex;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A kind 30617 as this server reads it, without the event: views keep thousands of these. Values
 * may stand in one tag or in repeated tags.
 *
 * @param roles all well-formed role records; if the event has any role tag, {@code maintainers} is
 *     ignored, even when no record can be read
 * @param listed the keys, other than the author's, that the author authorizes to change refs; the
 *     first {@link Maintainers#MEMBERS_MAX} that the event names
 */
public record Announcement(
    EventHead event,
    RepoAddress address,
    List<String> cloneUrls,
    List<String> relayUrls,
    List<RoleRecord> roles,
    SortedSet<PublicKey> maintainers,
    SortedSet<PublicKey> listed,
    boolean isPrivate) {

  /**
   * Reads an announcement; empty if the event is of another kind or has no single valid {@code d}.
   */
  public static Optional<Announcement> of(Event event) {
    if (event.kind() != Kinds.ANNOUNCEMENT) {
      return Optional.empty();
    }
    List<Tag> identifiers = event.tags().stream().filter(tag -> tag.is("d")).toList();
    if (identifiers.size() != 1) {
      return Optional.empty();
    }
    return Identifier.parse(identifiers.getFirst().value())
        .map(identifier -> read(event, new RepoAddress(event.author(), identifier)));
  }

  private static Announcement read(Event event, RepoAddress address) {
    List<Tag> roleTags = event.tags().stream().filter(RoleRecord::isRole).toList();
    List<RoleRecord> roles =
        roleTags.stream().flatMap(tag -> RoleRecord.parse(tag).stream()).toList();
    List<PublicKey> maintainers = keys(values(event, "maintainers")).toList();
    Stream<PublicKey> named =
        roleTags.isEmpty()
            ? maintainers.stream()
            : roles.stream().filter(RoleRecord::grantsRefs).map(RoleRecord::key);
    return new Announcement(
        event.head(),
        address,
        values(event, "clone").toList(),
        values(event, "relays").toList(),
        roles,
        KeySet.copyOf(maintainers),
        listed(named, address.owner()),
        event.tag("private").map(tag -> tag.value().equals("true")).orElse(false));
  }

  private static SortedSet<PublicKey> listed(Stream<PublicKey> named, PublicKey author) {
    return KeySet.copyOf(
        named
            .filter(key -> !key.equals(author))
            .distinct()
            .limit(Maintainers.MEMBERS_MAX)
            .toList());
  }

  private static Stream<String> values(Event event, String name) {
    return event.tags().stream()
        .filter(tag -> tag.is(name))
        .flatMap(tag -> tag.items().stream().skip(1));
  }

  private static Stream<PublicKey> keys(Stream<String> values) {
    return values.filter(value -> Hex.isLowerHex(value, 64)).map(PublicKey::parse);
  }

  public PublicKey author() {
    return address.owner();
  }

  public Identifier identifier() {
    return address.identifier();
  }

  /** Returns the author and the keys it names, as many as a repository can have members. */
  public SortedSet<PublicKey> participants() {
    SortedSet<PublicKey> keys = new TreeSet<>();
    Stream.concat(maintainers.stream(), roles.stream().map(RoleRecord::key))
        .limit(Maintainers.MEMBERS_MAX)
        .forEach(keys::add);
    keys.add(author());
    return keys;
  }

  /** Returns the first value of a descriptive tag such as {@code name} or {@code description}. */
  public static String text(Event event, String tagName) {
    return event.tag(tagName).map(Tag::value).orElse("");
  }

  /** Returns the active leads other than the author. */
  SortedSet<PublicKey> otherLeads() {
    SortedSet<PublicKey> leads = new TreeSet<>();
    roles.stream()
        .filter(role -> role.rank() == RoleRecord.Rank.LEAD && role.active())
        .map(RoleRecord::key)
        .forEach(leads::add);
    leads.remove(author());
    return leads;
  }

  /**
   * Returns whether the author still takes part: one who names themself only in the past has left.
   */
  boolean authorIsActive() {
    List<RoleRecord> own = roles.stream().filter(role -> role.key().equals(author())).toList();
    return own.isEmpty() || own.stream().anyMatch(RoleRecord::grantsRefs);
  }

  long heapBytes() {
    return 4L * HeapBytes.OBJECT
        + HeapBytes.of(event)
        + address.identifier().heapBytes()
        + HeapBytes.ofTexts(cloneUrls)
        + HeapBytes.ofTexts(relayUrls)
        + (long) roles.size() * HeapBytes.KEY
        + (long) (maintainers.size() + listed.size()) * HeapBytes.ENTRY;
  }
}
