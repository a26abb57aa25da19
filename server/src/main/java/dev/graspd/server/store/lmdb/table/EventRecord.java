package dev.graspd.server.store.lmdb.table;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.store.row.EventRows;
import dev.graspd.core.store.row.Life;
import dev.graspd.core.store.row.StoredEvent;
import java.nio.ByteBuffer;

/**
 * A view of a stored event: the fields that queries need, then its JSON text. Valid as long as the
 * transaction that read it.
 *
 * <p>Layout: life (1), kind (2), created_at (8), time of removal (8, {@link #NEVER} if none), JSON.
 * Id and author stand in the JSON at fixed places.
 */
public record EventRecord(ByteBuffer bytes) implements StoredEvent {
  /** In place of a time, for what does not expire. */
  public static final long NEVER = EventRows.NEVER;

  public static final int JSON_AT = 19;

  private static final int KIND_AT = 1;
  private static final int CREATED_AT_AT = 3;
  private static final int DUE_AT = 11;
  private static final int ID_HEX_AT = JSON_AT + "{'id':'".length();
  private static final int AUTHOR_HEX_AT = ID_HEX_AT + 64 + "','pubkey':'".length();

  public static int length(Event event) {
    return JSON_AT + event.json().length;
  }

  public static void write(ByteBuffer out, Event event, Life life, long due) {
    out.put((byte) life.code());
    Keys.putKind(out, event.kind());
    out.putLong(event.createdAt()).putLong(due);
    out.put(event.json());
  }

  @Override
  public Life life() {
    return Life.ofCode(bytes.get(0));
  }

  @Override
  public int kind() {
    return bytes.getShort(KIND_AT) & 0xFFFF;
  }

  public long createdAt() {
    return bytes.getLong(CREATED_AT_AT);
  }

  @Override
  public long due() {
    return bytes.getLong(DUE_AT);
  }

  public EventId id() {
    return EventId.ofWords(
        HexWords.read(bytes, ID_HEX_AT),
        HexWords.read(bytes, ID_HEX_AT + 16),
        HexWords.read(bytes, ID_HEX_AT + 32),
        HexWords.read(bytes, ID_HEX_AT + 48));
  }

  @Override
  public PublicKey author() {
    return PublicKey.ofWords(
        HexWords.read(bytes, AUTHOR_HEX_AT),
        HexWords.read(bytes, AUTHOR_HEX_AT + 16),
        HexWords.read(bytes, AUTHOR_HEX_AT + 32),
        HexWords.read(bytes, AUTHOR_HEX_AT + 48));
  }

  public byte[] json() {
    byte[] json = new byte[bytes.limit() - JSON_AT];
    bytes.get(JSON_AT, json);
    return json;
  }

  @Override
  public Event event() {
    return EventParser.parseStored(json());
  }
}
