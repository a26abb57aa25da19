package dev.graspd.core.sync.relays;

import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.link.LinkInput;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Handles trouble with a relay (sync.md, section 8): a pause by its health, a place on the naughty
 * list, and a note for operators. Owned by the sync thread.
 */
record RelayFailures(NaughtyList naughty, RandomGenerator random, SyncActions actions) {
  /** The connection attempt failed. */
  void unreachable(RelaySync relay, DialFailure failure, String text, Now now) {
    relay.lastError = text;
    Optional<NaughtyList.Category> category = NaughtyList.Category.of(failure);
    if (category.isPresent() && naughty.add(relay.url, category.get(), text, now)) {
      actions.note(relay, new SyncNote.Naughty(category.get(), text));
    } else if (failure == DialFailure.PRIVATE_SERVICE || failure == DialFailure.DENIED) {
      relay.health.notDialled(now);
      actions.note(relay, new SyncNote.NotDialled(text));
    } else if (failure == DialFailure.RESOLVER_SILENT) {
      failed(relay, relay.health.failedHere(now, random), text, false, now);
    } else {
      boolean wasDead = isDead(relay, now);
      failed(relay, relay.health.failed(now, random), text, wasDead, now);
    }
  }

  /** The connection to it is gone. */
  void lost(RelaySync relay, String why, Now now) {
    relay.lastError = why;
    boolean wasDead = isDead(relay, now);
    Duration pause = relay.health.lost(now, random);
    if (relay.health.failures(now) > 0) {
      failed(relay, pause, why, wasDead, now);
    }
  }

  private static boolean isDead(RelaySync relay, Now now) {
    return relay.health.state(now) == RelayHealth.State.DEAD;
  }

  private void failed(RelaySync relay, Duration pause, String why, boolean wasDead, Now now) {
    actions.note(relay, new SyncNote.Failed(relay.health.failures(now), pause, why));
    if (!wasDead && isDead(relay, now)) {
      actions.note(relay, new SyncNote.Dead(relay.health.outage(now)));
    }
  }

  /** It told us to slow down. */
  void rateLimited(RelaySync relay, String text, Now now) {
    Duration pause = relay.health.rateLimited(now);
    relay.lastError = text;
    relay.paused = true;
    actions.tell(relay, new LinkInput.Pause());
    actions.note(relay, new SyncNote.CoolingDown(pause, text));
  }

  /** It does not want us. */
  void refused(RelaySync relay, String text, Now now) {
    relay.lastError = text;
    Duration _ = relay.health.policyLimited(now);
    actions.note(relay, new SyncNote.PolicyLimited(text));
  }

  /** It misbehaved, and we hung up. */
  void misbehaved(RelaySync relay, String text, Now now) {
    relay.lastError = text;
    if (naughty.add(relay.url, NaughtyList.Category.MISBEHAVED, text, now)) {
      actions.note(relay, new SyncNote.Naughty(NaughtyList.Category.MISBEHAVED, text));
      relay.health.closed(now);
    } else {
      failed(relay, relay.health.failed(now, random), text, false, now);
    }
  }
}
