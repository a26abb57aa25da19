package dev.graspd.server.store.lmdb.row;

import dev.graspd.core.store.row.Rows;
import dev.graspd.server.store.lmdb.TestStores;
import dev.graspd.server.store.lmdb.table.Tables;
import dev.graspd.server.store.lmdb.table.WriteBuffers;
import dev.graspd.server.store.lmdb.table.WriteSession;
import dev.graspd.testkit.store.RowsContract;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;

final class LmdbRowsTest implements RowsContract {
  @TempDir Path directory;

  @Override
  public void withRows(Consumer<Rows> work) {
    try (Tables tables = Tables.open(directory, TestStores.SETTINGS);
        WriteSession session = new WriteSession(tables, new WriteBuffers(), 0)) {
      work.accept(LmdbRows.of(session));
    }
  }
}
