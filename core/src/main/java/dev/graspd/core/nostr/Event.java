package dev.graspd.core.nostr;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A signed event together with its JSON text, written once when it was parsed and passed on
 * unchanged to disk and to every reader. Equality is by id.
 */
public final class Event {
  /**
   * The one order of versions and of answers: newest first, on equal times the lowest id first. The
   * first in this order wins an address.
   */
  public static final Comparator<Event> NEWEST_FIRST =
      Comparator.comparingLong(Event::createdAt).reversed().thenComparing(Event::id);

  private final EventId id;
  private final UnsignedEvent body;
  private final Signature signature;
  private final byte[] json;

  /** 0 as long as nobody has asked; every thread computes the same. */
  private int heapBytes;

  Event(EventId id, UnsignedEvent body, Signature signature) {
    this.id = id;
    this.body = body;
    this.signature = signature;
    this.json = EventJson.write(id, body, signature);
  }

  public EventId id() {
    return id;
  }

  public UnsignedEvent body() {
    return body;
  }

  public PublicKey author() {
    return body.author();
  }

  public long createdAt() {
    return body.createdAt();
  }

  public int kind() {
    return body.kind();
  }

  public List<Tag> tags() {
    return body.tags();
  }

  public String content() {
    return body.content();
  }

  public Signature signature() {
    return signature;
  }

  /** Returns the JSON text in UTF-8. Shared, not copied: callers must not change it. */
  public byte[] json() {
    return json;
  }

  /** Returns what it takes of the heap ({@link HeapBytes}); asked at each of its stations. */
  long heapBytes() {
    int known = heapBytes;
    if (known == 0) {
      known = Math.toIntExact(HeapBytes.counted(this));
      heapBytes = known;
    }
    return known;
  }

  /** Returns the first tag of this name. */
  public Optional<Tag> tag(String name) {
    return tags().stream().filter(tag -> tag.is(name)).findFirst();
  }

  /** Returns what orders and names this event, without the rest. */
  public EventHead head() {
    return new EventHead(id, author(), kind(), createdAt(), address());
  }

  /** Returns the address, for replaceable and addressable kinds; a missing {@code d} is empty. */
  public Optional<Address> address() {
    return switch (Kinds.lifeOf(kind())) {
      case REPLACEABLE -> Optional.of(new Address(kind(), author(), ""));
      case ADDRESSABLE ->
          Optional.of(new Address(kind(), author(), tag("d").map(Tag::value).orElse("")));
      case REGULAR, EPHEMERAL -> Optional.empty();
    };
  }

  /** Returns the time from which on the event counts as gone (NIP-40), if it names a valid one. */
  public OptionalLong expiration() {
    return Expiration.of(this);
  }

  /** Returns whether the event is past its expiration (NIP-40). */
  public boolean isExpiredAt(long nowSeconds) {
    OptionalLong expiration = expiration();
    return expiration.isPresent() && expiration.getAsLong() <= nowSeconds;
  }

  /** Returns whether only its author may publish it (NIP-70). */
  public boolean isProtected() {
    return tags().stream().anyMatch(tag -> tag.is("-"));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Event that && id.equals(that.id);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  @Override
  public String toString() {
    return "event " + id + " kind " + kind();
  }
}
