package dev.graspd.core.store.ban;

import dev.graspd.core.nostr.Event;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All bans that keep events out, as one immutable value. */
public final class Bans {
  public static final Bans NONE = new Bans(Map.of());

  private final Map<Banned, Ban> inForce;

  private Bans(Map<Banned, Ban> inForce) {
    this.inForce = inForce;
  }

  public static Bans of(List<Ban> all) {
    return new Bans(
        all.stream()
            .filter(Ban::keepsOut)
            .collect(Collectors.toUnmodifiableMap(Ban::what, Function.identity())));
  }

  /** Returns a ban that keeps this event out. */
  public Optional<Ban> against(Event event) {
    return inForce.isEmpty()
        ? Optional.empty()
        : Banned.allOf(event).stream()
            .flatMap(what -> Optional.ofNullable(inForce.get(what)).stream())
            .findFirst();
  }
}
