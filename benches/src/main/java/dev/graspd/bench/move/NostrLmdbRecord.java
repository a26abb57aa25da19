package dev.graspd.bench.move;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Tag;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes an event as nostr-lmdb stores it: a FlatBuffers table. Both kinds of tables have their
 * field offsets at the beginning; vectors and strings follow what refers to them.
 */
final class NostrLmdbRecord {
  private static final int KEY_BYTES = 32;
  private static final int SIGNATURE_BYTES = 64;
  private static final int WORD = 4;

  /** Where the fields of an event are in its table, after the offset of the field offsets. */
  private static final short[] EVENT_FIELDS = {4, 36, 68, 76, 84, 88, 92};

  private static final int EVENT_BYTES = 92 + SIGNATURE_BYTES;
  private static final short[] TAG_FIELDS = {4};
  private static final int TAG_BYTES = 2 * WORD;
  private static final int LARGEST = 1 << 17;

  private final ByteBuffer bytes = ByteBuffer.allocate(LARGEST).order(ByteOrder.LITTLE_ENDIAN);

  private NostrLmdbRecord() {}

  static byte[] of(Event event) {
    NostrLmdbRecord record = new NostrLmdbRecord();
    record.write(event);
    byte[] written = new byte[record.bytes.position()];
    record.bytes.flip().get(written);
    return written;
  }

  private void write(Event event) {
    bytes.putInt(0);
    int eventFields = fields(EVENT_FIELDS, EVENT_BYTES);
    int tagFields = fields(TAG_FIELDS, TAG_BYTES);
    int table = bytes.position();
    bytes.putInt(0, table);
    bytes.putInt(table - eventFields);
    bytes.put(event.id().bytes(), 0, KEY_BYTES);
    bytes.put(event.author().bytes(), 0, KEY_BYTES);
    bytes.putLong(event.createdAt()).putLong(event.kind());
    int tags = reference();
    int content = reference();
    bytes.put(event.signature().bytes(), 0, SIGNATURE_BYTES);
    refer(tags);
    tags(event.tags(), tagFields);
    refer(content);
    string(event.content());
  }

  private int fields(short[] offsets, int tableBytes) {
    int place = bytes.position();
    bytes.putShort((short) (2 * offsets.length + WORD)).putShort((short) tableBytes);
    for (short offset : offsets) {
      bytes.putShort(offset);
    }
    return place;
  }

  private void tags(List<Tag> tags, int fields) {
    int first = vector(tags.size());
    for (int i = 0; i < tags.size(); i++) {
      refer(first + WORD * i);
      bytes.putInt(bytes.position() - fields);
      int items = reference();
      refer(items);
      strings(tags.get(i).items());
    }
  }

  private void strings(List<String> strings) {
    int first = vector(strings.size());
    for (int i = 0; i < strings.size(); i++) {
      refer(first + WORD * i);
      string(strings.get(i));
    }
  }

  /** Returns where its first reference is. */
  private int vector(int count) {
    bytes.putInt(count);
    int first = bytes.position();
    bytes.position(first + WORD * count);
    return first;
  }

  private void string(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    bytes.putInt(utf8.length).put(utf8).put((byte) 0);
  }

  private int reference() {
    int place = bytes.position();
    bytes.putInt(0);
    return place;
  }

  /** The reference at this place is about the bytes that are written next. */
  private void refer(int place) {
    bytes.putInt(place, bytes.position() - place);
  }
}
