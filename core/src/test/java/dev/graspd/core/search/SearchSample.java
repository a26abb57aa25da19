package dev.graspd.core.search;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.UnsignedEvent;
import java.util.ArrayList;
import java.util.List;

/** An event in the making. */
final class SearchSample {
  private final int kind;
  private final List<Tag> tags = new ArrayList<>();
  private String content = "";

  private SearchSample(int kind) {
    this.kind = kind;
  }

  static SearchSample kind(int kind) {
    return new SearchSample(kind);
  }

  SearchSample tag(String... items) {
    tags.add(Tag.of(items));
    return this;
  }

  SearchSample content(String text) {
    content = text;
    return this;
  }

  Event event() {
    UnsignedEvent body =
        new UnsignedEvent(PublicKey.ofWords(1, 2, 3, 4), 1_000, kind, tags, content);
    return body.signed(body.id(), Signature.of(new byte[Signature.BYTES]));
  }
}
