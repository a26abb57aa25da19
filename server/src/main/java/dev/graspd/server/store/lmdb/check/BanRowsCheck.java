package dev.graspd.server.store.lmdb.check;

import dev.graspd.core.nostr.EventParser;
import dev.graspd.core.store.ban.Ban;
import dev.graspd.server.store.lmdb.table.BanCodec;
import dev.graspd.server.store.lmdb.table.Keys;
import dev.graspd.server.store.lmdb.table.ReadSession;
import dev.graspd.server.store.lmdb.table.Table;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Checks the rows of bans, of the events that they have set aside, and of the audit log. */
record BanRowsCheck(ReadSession session, Consumer<String> problem) {
  void run() {
    RowWalk rows = new RowWalk(session, problem);
    Set<Long> numbers = new TreeSet<>();
    rows.forEachRow(
        Table.BAN,
        (key, value) -> {
          Ban ban = BanCodec.read(value);
          numbers.add(ban.number());
          ByteBuffer expected = ByteBuffer.allocate(Keys.KEY_BYTES_MAX);
          BanCodec.putKey(expected, ban.what());
          if (!expected.flip().equals(key.duplicate().rewind())) {
            problem.accept("the ban of " + ban.what().shown() + " is filed as another one");
          }
        });
    rows.forEachRow(
        Table.BAN_ASIDE,
        (key, value) -> {
          if (!numbers.contains(key.getLong(0))) {
            problem.accept(
                "an event is set aside for ban %d, which is not there".formatted(key.getLong(0)));
          }
          byte[] json = new byte[value.limit()];
          value.get(0, json);
          var _ = EventParser.parseStored(json);
        });
    rows.forEachRow(
        Table.AUDIT,
        (key, value) -> {
          var _ = BanCodec.readAudit(key.getLong(0), value);
        });
  }
}
