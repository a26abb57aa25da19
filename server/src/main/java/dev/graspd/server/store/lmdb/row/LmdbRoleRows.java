package dev.graspd.server.store.lmdb.row;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.graspd.core.role.Role;
import dev.graspd.core.store.row.RoleRows;
import dev.graspd.server.store.lmdb.table.Table;
import dev.graspd.server.store.lmdb.table.WriteSession;
import java.nio.ByteBuffer;

/** The rows of roles. */
record LmdbRoleRows(WriteSession session) implements RoleRows {
  @Override
  public long newest(Role role) {
    putKey(role);
    ByteBuffer value = session.get(Table.ROLE);
    return value == null ? 0 : value.getLong(0);
  }

  @Override
  public void put(Role role, long number) {
    putKey(role);
    session.put(Table.ROLE, session.value(Long.BYTES).putLong(number).flip());
  }

  private void putKey(Role role) {
    session.key().put(role.name().getBytes(US_ASCII));
  }
}
