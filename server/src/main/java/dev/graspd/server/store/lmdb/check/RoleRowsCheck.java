package dev.graspd.server.store.lmdb.check;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.graspd.core.role.Role;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.Table;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/** Checks the rows of roles. */
record RoleRowsCheck(ReadSession session, Consumer<String> problem) {
  void run() {
    new RowWalk(session, problem).forEachRow(Table.ROLE, this::check);
  }

  private void check(ByteBuffer key, ByteBuffer value) {
    String name = US_ASCII.decode(key.duplicate()).toString();
    if (Arrays.stream(Role.values()).noneMatch(role -> role.name().equals(name))) {
      problem.accept("there is no role " + name);
    }
    if (value.limit() != Long.BYTES || value.getLong(0) <= 0) {
      problem.accept("the fence of role " + name + " is no number above 0");
    }
  }
}
