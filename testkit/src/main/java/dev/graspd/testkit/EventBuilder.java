package dev.graspd.testkit;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.UnsignedEvent;
import java.util.ArrayList;
import java.util.List;

/** Collects the fields of an event for a test. Not thread-safe. */
public final class EventBuilder {
  /** The time of events that do not say another one: 2025-01-01, in seconds. */
  public static final long DEFAULT_CREATED_AT = 1_735_689_600;

  private static final Signature NO_SIGNATURE = Signature.of(new byte[Signature.BYTES]);

  private final int kind;
  private long createdAt = DEFAULT_CREATED_AT;
  private final List<Tag> tags = new ArrayList<>();
  private String content = "";

  private EventBuilder(int kind) {
    this.kind = kind;
  }

  public static EventBuilder kind(int kind) {
    return new EventBuilder(kind);
  }

  public static EventBuilder note(String content) {
    return new EventBuilder(Kinds.TEXT_NOTE).content(content);
  }

  /** A kind 5 that names these events. */
  public static EventBuilder deletionOf(Event... targets) {
    EventBuilder deletion = new EventBuilder(Kinds.DELETION);
    for (Event target : targets) {
      deletion.tag("e", target.id().hex());
    }
    return deletion;
  }

  public EventBuilder at(long seconds) {
    createdAt = seconds;
    return this;
  }

  public EventBuilder tag(String... items) {
    tags.add(Tag.of(items));
    return this;
  }

  public EventBuilder content(String text) {
    content = text;
    return this;
  }

  /** Names when the event stops counting (NIP-40). */
  public EventBuilder expiringAt(long seconds) {
    return tag("expiration", Long.toString(seconds));
  }

  public UnsignedEvent body(PublicKey author) {
    return new UnsignedEvent(author, createdAt, kind, tags, content);
  }

  public Event signedBy(Signer signer) {
    return signer.sign(body(signer.publicKey()));
  }

  /** The right id and an empty signature: quick, for tests of what never verifies. */
  public Event unsignedBy(PublicKey author) {
    UnsignedEvent body = body(author);
    return body.signed(body.id(), NO_SIGNATURE);
  }

  /** The right id and an empty signature: quick, for tests of what never verifies. */
  public Event unsignedBy(Signer signer) {
    return unsignedBy(signer.publicKey());
  }
}
