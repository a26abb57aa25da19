package dev.graspd.server.store.lmdb.table;

import java.nio.ByteBuffer;

/** The writer's direct buffers, used again by every transaction. */
public final class WriteBuffers {
  private static final int VALUE_BYTES_FIRST = 64 << 10;

  private final ByteBuffer key = ByteBuffer.allocateDirect(Keys.KEY_BYTES_MAX);
  private ByteBuffer value = ByteBuffer.allocateDirect(VALUE_BYTES_FIRST);

  ByteBuffer key() {
    return key.clear();
  }

  /** Returns the value buffer, empty and with room for at least this much. */
  ByteBuffer value(int bytes) {
    if (value.capacity() < bytes) {
      value = ByteBuffer.allocateDirect(Math.max(bytes, 2 * value.capacity()));
    }
    return value.clear();
  }
}
