package dev.graspd.testkit.store;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.ban.AuditEntry;
import dev.graspd.core.store.ban.Ban;
import dev.graspd.core.store.ban.Banned;
import dev.graspd.core.store.row.BanRows;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rows of bans in maps. */
record MemoryBanRows(MemoryTables tables) implements BanRows {
  @Override
  public Optional<Ban> find(Banned what) {
    return Optional.ofNullable(tables.bans.get(what.shown()));
  }

  @Override
  public void put(Ban ban) {
    tables.bans.put(ban.what().shown(), ban);
  }

  @Override
  public void delete(Banned what) {
    tables.bans.remove(what.shown());
  }

  @Override
  public void putAside(long ban, Event event) {
    tables.banAside.add(new ModelState.SetAside(ban, event));
  }

  @Override
  public boolean deleteAside(long ban, Event event) {
    return tables.banAside.remove(new ModelState.SetAside(ban, event));
  }

  @Override
  public List<Event> aside(long ban, int max) {
    return tables.banAside.stream()
        .filter(one -> one.ban() == ban)
        .map(ModelState.SetAside::event)
        .sorted(ModelBanTransaction.BACK)
        .limit(max)
        .toList();
  }

  @Override
  public long newestAudit() {
    return tables.audit.isEmpty() ? 0 : tables.audit.lastKey();
  }

  @Override
  public void putAudit(AuditEntry entry) {
    tables.audit.put(entry.number(), entry);
  }

  @Override
  public Optional<AuditEntry> oldestAudit() {
    return Optional.ofNullable(tables.audit.firstEntry()).map(Map.Entry::getValue);
  }

  @Override
  public void deleteAudit(long number) {
    tables.audit.remove(number);
  }
}
