package dev.graspd.testkit.store;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.ban.AuditEntry;
import dev.graspd.core.store.ban.Ban;
import dev.graspd.core.store.ban.BanTransaction;
import dev.graspd.core.store.ban.Banned;
import dev.graspd.core.store.ban.Order;
import dev.graspd.core.store.row.BanRows;
import dev.graspd.testkit.store.ModelState.Entry;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ObjLongConsumer;

/** Bans, and every list scanned for them. */
record ModelBanTransaction(ModelState state, ModelLog log, ObjLongConsumer<Entry> remover)
    implements BanTransaction {
  /** The order in which events come back. */
  static final Comparator<Event> BACK =
      Comparator.comparingInt(BanRows::rankOf)
          .thenComparingLong(Event::createdAt)
          .thenComparing(Event::id);

  Optional<Ban> against(Event event) {
    return against(state, event);
  }

  static Optional<Ban> against(ModelState state, Event event) {
    return Banned.allOf(event).stream()
        .flatMap(what -> Optional.ofNullable(state.bans.get(what.shown())).stream())
        .filter(Ban::keepsOut)
        .findFirst();
  }

  @Override
  public Optional<Ban> find(Banned what) {
    return Optional.ofNullable(state.bans.get(what.shown()));
  }

  @Override
  public Ban impose(Banned what, Order order, OptionalLong untilSeconds) {
    note(
        order,
        "ban",
        what.shown(),
        untilSeconds.isPresent() ? "until " + untilSeconds.getAsLong() : "no end");
    Optional<Ban> before = find(what);
    Ban.Phase phase =
        before.isPresent() && before.get().keepsOut() ? before.get().phase() : Ban.Phase.BEGINNING;
    long number = before.isPresent() ? before.get().number() : state.audit.lastKey();
    Ban ban =
        new Ban(
            number, what, phase, order.reason(), order.actor(), order.atSeconds(), untilSeconds);
    state.bans.put(what.shown(), ban);
    log.bansChanged();
    if (what instanceof Banned.OfEvent(var id)) {
      setAside(ban, id, order.atSeconds());
    }
    return ban;
  }

  @Override
  public Optional<Ban> lift(Banned what, Order order) {
    Optional<Ban> found = find(what).filter(Ban::keepsOut);
    if (found.isEmpty()) {
      return found;
    }
    Ban lifted = found.get().in(Ban.Phase.LIFTED);
    state.bans.put(what.shown(), lifted);
    log.bansChanged();
    note(order, "unban", what.shown(), "lifted");
    return Optional.of(lifted);
  }

  @Override
  public void complete(Banned what) {
    state.bans.computeIfPresent(
        what.shown(),
        (_, ban) -> ban.phase() == Ban.Phase.BEGINNING ? ban.in(Ban.Phase.IN_FORCE) : ban);
  }

  @Override
  public void forget(Banned what) {
    find(what)
        .filter(ban -> !ban.keepsOut())
        .ifPresent(ban -> {
          state.banAside.removeIf(one -> one.ban() == ban.number());
          state.bans.remove(what.shown());
        });
  }

  @Override
  public boolean setAside(Ban ban, EventId id, long nowSeconds) {
    Optional<Entry> here = state.entry(id).filter(entry -> entry.dormantUntil().isEmpty());
    here.ifPresent(entry -> {
      state.banAside.add(new ModelState.SetAside(ban.number(), entry.event()));
      remover.accept(entry, nowSeconds);
    });
    return here.isPresent();
  }

  @Override
  public boolean takeOut(Ban ban, Event event) {
    boolean known = state.banAside.remove(new ModelState.SetAside(ban.number(), event));
    if (known) {
      against(event)
          .ifPresent(other -> state.banAside.add(new ModelState.SetAside(other.number(), event)));
    }
    return known;
  }

  @Override
  public void note(Order order, String action, String subject, String result) {
    long number = state.audit.isEmpty() ? 1 : state.audit.lastKey() + 1;
    state.audit.put(number, new AuditEntry(number, order, action, subject, result));
    while (state.audit.size() > AuditEntry.KEPT_MAX || isOld(order)) {
      state.audit.pollFirstEntry();
    }
  }

  private boolean isOld(Order newest) {
    return state.audit.firstEntry().getValue().order().atSeconds()
        < newest.atSeconds() - AuditEntry.KEPT_SECONDS;
  }

  @Override
  public List<Event> aside(Ban ban, int max) {
    return aside(state, ban, max);
  }

  static List<Event> aside(ModelState state, Ban ban, int max) {
    return state.banAside.stream()
        .filter(one -> one.ban() == ban.number())
        .map(ModelState.SetAside::event)
        .sorted(BACK)
        .limit(max)
        .toList();
  }
}
