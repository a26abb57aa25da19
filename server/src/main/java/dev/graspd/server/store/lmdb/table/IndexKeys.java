package dev.graspd.server.store.lmdb.table;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.NamedHosts;
import dev.graspd.core.store.row.Life;
import dev.graspd.server.store.lmdb.table.Keys.AddressRole;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Supplier;

/** The one list of index rows that an event has: for putting, deleting and checking them. */
public final class IndexKeys {
  private final Event event;
  private final Supplier<ByteBuffer> keys;
  private final Action action;

  private IndexKeys(Event event, Supplier<ByteBuffer> keys, Action action) {
    this.event = event;
    this.keys = keys;
    this.action = action;
  }

  /** Handles a row of this table, whose key was just written. */
  public interface Action {
    void on(Table table);
  }

  /**
   * Goes through the rows of an event. A tag that is there twice gives the same row twice.
   *
   * @param keys gives the buffer that the next key is written to, empty; it is not flipped
   */
  public static void forEach(Event event, Life life, Supplier<ByteBuffer> keys, Action action) {
    IndexKeys rows = new IndexKeys(event, keys, action);
    switch (life) {
      case STORED, RELEASED -> rows.served();
      case HELD, DORMANT -> {
        rows.unserved(Table.HELD);
        rows.aboutRepositories();
      }
      case ASIDE -> rows.unserved(Table.ASIDE);
    }
  }

  private void served() {
    row(Table.TIME, keys.get());
    row(Table.KIND, Keys.putKind(keys.get(), event.kind()));
    row(Table.AUTHOR, Keys.putBytes32(keys.get(), event.author()));
    row(Table.AUTHOR_KIND, Keys.putKind(Keys.putBytes32(keys.get(), event.author()), event.kind()));
    for (Tag tag : event.tags()) {
      if (tag.isIndexed()) {
        row(Table.TAG, Keys.putTag(keys.get(), tag.letter(), tag.value()));
      }
    }
    event.address().ifPresent(this::servedVersion);
    aboutRepositories();
  }

  /** Who takes part in repositories, and which other servers have them; set-aside events do not. */
  private void aboutRepositories() {
    Announcement.of(event)
        .ifPresent(announcement ->
            announcement
                .participants()
                .forEach(key -> row(Table.PARTICIPANT, Keys.putBytes32(keys.get(), key))));
    NamedHosts.of(event).forEach(host -> row(Table.HOST, Keys.putHost(keys.get(), host)));
  }

  private void servedVersion(Address address) {
    row(Table.ADDRESS, Keys.putAddress(keys.get(), address, AddressRole.SERVED_VERSION));
    for (Tag tag : event.tags()) {
      if (tag.isIndexed() && tag.is("d") && !tag.value().equals(address.identifier())) {
        Address other = new Address(address.kind(), address.author(), tag.value());
        row(Table.ADDRESS, Keys.putAddress(keys.get(), other, AddressRole.OTHER_IDENTIFIER));
      }
    }
  }

  private void unserved(Table authors) {
    row(authors, Keys.putBytes32(keys.get(), event.author()));
    Optional<Address> address = event.address();
    if (address.isPresent()) {
      row(Table.ADDRESS, Keys.putAddress(keys.get(), address.get(), AddressRole.HELD_VERSION));
    }
  }

  private void row(Table table, ByteBuffer key) {
    Keys.putSuffix(key, event.createdAt(), event.id());
    action.on(table);
  }
}
