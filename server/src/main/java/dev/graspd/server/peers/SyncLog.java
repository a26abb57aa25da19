package dev.graspd.server.peers;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.LinkReport;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.SyncNote;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What operators read about sync, at the levels of sync.md, section 11, and what is counted of it
 * on the way. Thread-safe.
 */
public final class SyncLog {
  private static final Logger LOG = LoggerFactory.getLogger("dev.graspd.server.sync");

  private final SyncMetrics metrics;

  public SyncLog(SyncMetrics metrics) {
    this.metrics = metrics;
  }

  void connected(RelayUrl relay) {
    metrics.attempted(relay, true);
    LOG.info("connected to {}", relay);
  }

  /** What follows from it, and when it is tried again, is a note of the machine. */
  void notConnected(RelayUrl relay) {
    metrics.attempted(relay, false);
  }

  void disconnected(RelayUrl relay, String why) {
    LOG.info("disconnected from {}: {}", relay, why);
  }

  /** Writes what the sync machine wants to be read. */
  void note(RelayUrl relay, SyncNote note) {
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
      case SyncNote.PolicyLimited(var why) -> LOG.warn("{} does not want us: {}", relay, why);
      case SyncNote.NotDialled(var why) -> LOG.info("{} is not dialled: {}", relay, why);
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

  /** Writes what operators want to know of a connection itself. */
  void report(RelayUrl relay, LinkReport report) {
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
