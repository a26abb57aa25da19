package dev.graspd.server.ban;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.store.Appended;
import dev.graspd.core.store.Removal;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.PlainReception;
import dev.graspd.server.gate.Reception;
import dev.graspd.server.gate.Verdict;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Refuses banned events before a policy decides on them. Ephemeral events never reach the store, so
 * for them this is the only check.
 */
public record BanReception(Reception policy, CurrentBans bans) implements Reception {
  private static final Verdict BANNED =
      PlainReception.verdictOf(new Appended.Barred(Removal.BANNED));

  @Override
  public CompletionStage<Verdict> receive(Event event, Origin origin) {
    return bans.keepsOut(event)
        ? CompletableFuture.completedFuture(BANNED)
        : policy.receive(event, origin);
  }

  @Override
  public Optional<Verdict> held(EventId id) {
    return policy.held(id);
  }
}
