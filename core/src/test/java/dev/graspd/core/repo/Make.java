package dev.graspd.core.repo;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.UnsignedEvent;
import java.util.ArrayList;
import java.util.List;

/** Events for the tests of this package; keys are single letters, repeated. */
final class Make {
  private Make() {}

  static PublicKey key(String letter) {
    return PublicKey.parse(letter.repeat(64));
  }

  static Oid oid(int number) {
    return new Oid(String.format("%040x", number));
  }

  static Event event(int kind, String author, long at, Tag... tags) {
    List<Tag> all = new ArrayList<>();
    all.add(Tag.of("d", "repo"));
    all.addAll(List.of(tags));
    UnsignedEvent body = new UnsignedEvent(key(author), at, kind, all, "");
    return body.signed(body.id(), Signature.of(new byte[64]));
  }

  static Announcement announcement(String author, Tag... tags) {
    return Announcement.of(event(30617, author, 1, tags)).orElseThrow();
  }

  static RepoState state(Tag... tags) {
    return RepoState.of(event(30618, "a", 1, tags)).orElseThrow();
  }
}
