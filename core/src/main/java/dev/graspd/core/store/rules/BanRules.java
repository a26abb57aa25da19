package dev.graspd.core.store.rules;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.ban.AuditEntry;
import dev.graspd.core.store.ban.Ban;
import dev.graspd.core.store.ban.BanTransaction;
import dev.graspd.core.store.ban.Banned;
import dev.graspd.core.store.ban.Order;
import dev.graspd.core.store.row.BanRows;
import dev.graspd.core.store.row.Life;
import dev.graspd.core.store.row.LogEntry;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Bans, what they have set aside, and the audit log, each order in one transaction with its line.
 */
record BanRules(BanRows rows, EventRules events, Removals removals) implements BanTransaction {
  private static final int FORGOTTEN_AT_ONCE = 500;

  /** Returns a ban that keeps this event out. */
  Optional<Ban> against(Event event) {
    for (Banned what : Banned.allOf(event)) {
      Optional<Ban> ban = rows.find(what).filter(Ban::keepsOut);
      if (ban.isPresent()) {
        return ban;
      }
    }
    return Optional.empty();
  }

  @Override
  public Optional<Ban> find(Banned what) {
    return rows.find(what);
  }

  @Override
  public Ban impose(Banned what, Order order, OptionalLong untilSeconds) {
    String until = untilSeconds.isPresent() ? "until " + untilSeconds.getAsLong() : "no end";
    AuditEntry line = write(order, "ban", what.shown(), until);
    Optional<Ban> before = rows.find(what);
    Ban ban =
        new Ban(
            before.map(Ban::number).orElse(line.number()),
            what,
            before.filter(Ban::keepsOut).map(Ban::phase).orElse(Ban.Phase.BEGINNING),
            order.reason(),
            order.actor(),
            order.atSeconds(),
            untilSeconds);
    rows.put(ban);
    events.logBans();
    if (what instanceof Banned.OfEvent(var id)) {
      boolean _ = setAside(ban, id, order.atSeconds());
    }
    return ban;
  }

  @Override
  public Optional<Ban> lift(Banned what, Order order) {
    Optional<Ban> lifted =
        rows.find(what).filter(Ban::keepsOut).map(ban -> ban.in(Ban.Phase.LIFTED));
    lifted.ifPresent(ban -> {
      rows.put(ban);
      events.logBans();
      AuditEntry _ = write(order, "unban", what.shown(), "lifted");
    });
    return lifted;
  }

  @Override
  public void complete(Banned what) {
    rows.find(what)
        .filter(ban -> ban.phase() == Ban.Phase.BEGINNING)
        .ifPresent(ban -> rows.put(ban.in(Ban.Phase.IN_FORCE)));
  }

  @Override
  public void forget(Banned what) {
    Optional<Ban> lifted = rows.find(what).filter(ban -> !ban.keepsOut());
    if (lifted.isPresent()) {
      List<Event> left = rows.aside(lifted.get().number(), FORGOTTEN_AT_ONCE);
      while (!left.isEmpty()) {
        left.forEach(event -> rows.deleteAside(lifted.get().number(), event));
        left = rows.aside(lifted.get().number(), FORGOTTEN_AT_ONCE);
      }
      rows.delete(what);
    }
  }

  @Override
  public boolean setAside(Ban ban, EventId id, long nowSeconds) {
    LogEntry entry = events.here(id);
    if (entry == null || entry.life() == Life.DORMANT) {
      return false;
    }
    KeptEvent kept = events.read(entry.seq());
    rows.putAside(ban.number(), kept.event());
    removals.remove(kept, Removal.EXCLUDED, nowSeconds);
    return true;
  }

  @Override
  public boolean takeOut(Ban ban, Event event) {
    boolean known = rows.deleteAside(ban.number(), event);
    if (known) {
      against(event).ifPresent(other -> rows.putAside(other.number(), event));
    }
    return known;
  }

  @Override
  public void note(Order order, String action, String subject, String result) {
    AuditEntry _ = write(order, action, subject, result);
  }

  @Override
  public List<Event> aside(Ban ban, int max) {
    return rows.aside(ban.number(), max);
  }

  private AuditEntry write(Order order, String action, String subject, String result) {
    AuditEntry entry = new AuditEntry(rows.newestAudit() + 1, order, action, subject, result);
    rows.putAudit(entry);
    Optional<AuditEntry> oldest = rows.oldestAudit();
    while (oldest.isPresent() && isOver(oldest.get(), entry)) {
      rows.deleteAudit(oldest.get().number());
      oldest = rows.oldestAudit();
    }
    return entry;
  }

  private static boolean isOver(AuditEntry old, AuditEntry newest) {
    return old.number() <= newest.number() - AuditEntry.KEPT_MAX
        || old.order().atSeconds() < newest.order().atSeconds() - AuditEntry.KEPT_SECONDS;
  }
}
