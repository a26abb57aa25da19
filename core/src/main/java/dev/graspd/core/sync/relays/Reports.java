package dev.graspd.core.sync.relays;

import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.link.LayerRefusals;
import dev.graspd.core.sync.link.LinkReport;
import dev.graspd.core.sync.link.LinkSettings;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Handles the reports of connections. Owned by the sync thread. */
record Reports(
    Sessions sessions, Connections connections, RelayFailures failures, SyncActions actions) {
  /** Handles a report of the current connection. */
  void take(RelaySync relay, LinkReport report, Now now) {
    switch (report) {
      case LinkReport.BatchDone(var batch) -> sessions.batchDone(relay, batch, now);
      case LinkReport.BatchFailed(var batch, var why) ->
          sessions.batchFailed(relay, batch, why, now);
      case LinkReport.RateLimited(var text) -> failures.rateLimited(relay, text, now);
      case LinkReport.Refused(var text) -> refused(relay, text, now);
      case LinkReport.LayerRefused(var group, var step, var text) -> {
        relay.refused.put(group, step);
        actions.note(relay, new SyncNote.LayerRefused(group, step == LayerRefusals.LEFT_OUT, text));
      }
      case LinkReport.MessageTooLong(var bytes) -> tooLong(relay, bytes, now);
      case LinkReport.Misbehaved(var text) -> misbehaved(relay, text, now);
      case LinkReport.Negentropy(var works) -> negentropy(relay, works);
      case LinkReport.CaughtUp(var until) ->
          relay.caughtUpSeconds =
              OptionalLong.of(Math.max(until, relay.caughtUpSeconds.orElse(until)));
      case LinkReport.Load(var live, var passing) -> {
        relay.liveRequests = live;
        relay.passingRequests = passing;
      }
      case LinkReport.GapEvent _, LinkReport.Lacks _, LinkReport.PossibleGap _ -> {}
    }
  }

  private void refused(RelaySync relay, String text, Now now) {
    relay.refused.clear();
    failures.refused(relay, text, now);
    connections.hangUp(relay, text, now);
    relay.health.closed(now);
  }

  /**
   * We reconnect at once with shorter messages, and its health does not suffer. If messages cannot
   * get shorter, this counts as an ordinary disconnect.
   */
  private void tooLong(RelaySync relay, int messageBytes, Now now) {
    int halved = messageBytes / 2;
    if (halved >= LinkSettings.MESSAGE_BYTES_MIN) {
      relay.messageBytes = OptionalInt.of(halved);
      actions.note(relay, new SyncNote.ShorterMessages(halved));
      connections.hangUp(relay, "a message was too long for it", now);
      relay.health.closed(now);
    }
  }

  private void misbehaved(RelaySync relay, String text, Now now) {
    connections.hangUp(relay, text, now);
    failures.misbehaved(relay, text, now);
  }

  private void negentropy(RelaySync relay, boolean works) {
    if (!works && !relay.negentropyNoted) {
      actions.note(relay, new SyncNote.NoNegentropy());
    }
    relay.negentropyNoted = !works;
    relay.negentropy = works;
  }
}
