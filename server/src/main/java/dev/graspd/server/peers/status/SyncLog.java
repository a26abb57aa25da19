package dev.graspd.server.peers.status;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.link.LinkReport;
import dev.graspd.core.sync.relays.SyncNote;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the log of sync, at the levels of sync.md, section 11, and counts for metrics.
 * Thread-safe.
 */
public record SyncLog(SyncMetrics metrics) {
  private static final Logger LOG = LoggerFactory.getLogger("dev.graspd.server.sync");

  public void connected(RelayUrl relay) {
    metrics.attempted(relay, true);
    LOG.info("connected to {}", relay);
  }

  /** A note of the machine logs the consequences. */
  public void notConnected(RelayUrl relay) {
    metrics.attempted(relay, false);
  }

  public void disconnected(RelayUrl relay, String why) {
    LOG.info("disconnected from {}: {}", relay, why);
  }

  public void note(RelayUrl relay, SyncNote note) {
    switch (note) {
      case SyncNote.Failed(var attempt, var pause, var why) ->
          LOG.warn("{} failed, attempt {}, next in {}: {}", relay, attempt, shown(pause), why);
      case SyncNote.Dead(var outage) ->
          LOG.error("{} counts as dead after {} without a connection", relay, shown(outage));
      case SyncNote.Naughty(var category, var why) ->
          LOG.warn("{} is left alone for a while, {}: {}", relay, category.label(), why);
      case SyncNote.CoolingDown(var pause, var why) ->
          LOG.info("{} told us to slow down, pausing for {}: {}", relay, shown(pause), why);
      case SyncNote.LayerRefused(var group, var leftOut, var why) ->
          LOG.warn(
              "{} refuses {}, {}: {}",
              relay,
              group,
              leftOut ? "not asked for until the daily sync" : "asking once more",
              why);
      case SyncNote.PolicyLimited(var why) -> LOG.warn("{} refuses us: {}", relay, why);
      case SyncNote.NotDialled(var why) -> LOG.info("not dialling {}: {}", relay, why);
      case SyncNote.HistoryComplete() -> LOG.info("the history of {} is complete here", relay);
      case SyncNote.HistoryFailed(var pause, var why) ->
          LOG.warn(
              "a part of the history of {} is missing, again in {}: {}", relay, shown(pause), why);
      case SyncNote.ShorterMessages(var bytes) ->
          LOG.info("{} takes no longer messages, asking in at most {} bytes", relay, bytes);
      case SyncNote.NoNegentropy() ->
          LOG.warn("{} cannot compare sets (NIP-77); its history is paged", relay);
    }
  }

  public void report(RelayUrl relay, LinkReport report) {
    switch (report) {
      case LinkReport.GapEvent(var id, var source) -> missed(relay, id, source);
      case LinkReport.Lacks(var events) -> {
        metrics.lacked(relay, events);
        LOG.info("{} lacks {} events that we have", relay, events);
      }
      case LinkReport.PossibleGap() -> {
        metrics.gapPossible(relay);
        LOG.debug("a page of {} was of one second: more of it may exist", relay);
      }
      case LinkReport.BatchDone _,
          LinkReport.BatchFailed _,
          LinkReport.RateLimited _,
          LinkReport.Refused _,
          LinkReport.LayerRefused _,
          LinkReport.MessageTooLong _,
          LinkReport.Misbehaved _,
          LinkReport.Negentropy _,
          LinkReport.CaughtUp _,
          LinkReport.Load _ ->
          LOG.trace("{}: {}", relay, report);
    }
  }

  private void missed(RelayUrl relay, EventId id, EventSource source) {
    metrics.gapFound(relay);
    if (source == EventSource.DAILY) {
      LOG.error("the daily comparison with {} found {}, which live sync missed", relay, id);
    } else {
      LOG.warn("{} of {} found {}, which live sync missed", source.label(), relay, id);
    }
  }

  private static String shown(Duration duration) {
    return duration.toMillis() / 1000.0 + " s";
  }
}
