package dev.graspd.server.hunt;

import dev.graspd.core.hunt.HuntAction;
import dev.graspd.core.hunt.HuntNote;
import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.core.hunt.UrlTry;
import dev.graspd.core.machine.Now;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Writes the log of the hunt, at the levels of purgatory.md, section 5, and counts for metrics.
 * Thread-safe.
 */
final class HuntLog {
  private static final Logger LOG = LoggerFactory.getLogger(HuntLog.class);

  private final HuntMetrics metrics;
  private final Failures failures = new Failures();

  HuntLog(HuntMetrics metrics) {
    this.metrics = metrics;
  }

  void note(HuntNote note) {
    switch (note) {
      case HuntNote.Queued(var family, var delay) ->
          LOG.debug("looking for git data of {} in {}", family, shown(delay));
      case HuntNote.Attempt(var family, var number) ->
          LOG.debug("looking for git data of {}, attempt {}", family, number);
      case HuntNote.BackedOff(var family, var number, var pause) ->
          LOG.debug("{} is incomplete after attempt {}, next in {}", family, number, shown(pause));
      case HuntNote.Completed(var family, var attempts) ->
          LOG.info("the git data of {} is complete, attempts: {}", family, attempts);
      case HuntNote.TooMany(var family) -> {
        metrics.deferred(HuntMetrics.Deferral.TOO_MANY_FAMILIES);
        LOG.warn("not looking for git data of {}: too many hunts", family);
      }
      case HuntNote.Paused(var domain, var pause) -> {
        metrics.deferred(HuntMetrics.Deferral.HOST_RESTS);
        LOG.info("{} asks for a pause of {}", domain, shown(pause));
      }
      case HuntNote.Naughty(var endpoint, var fault, var why) -> {
        metrics.deferred(HuntMetrics.Deferral.NAUGHTY_HOST);
        LOG.warn("{} is left alone for a while, {}: {}", endpoint, fault.label(), why);
      }
    }
  }

  void ended(HuntAction.Begin pass, PassOutcome outcome, Now now) {
    UrlTry result = UrlTry.of(outcome, false, now);
    metrics.passed(result.result());
    switch (result.result()) {
      case UNREACHABLE, HOPELESS, MISBEHAVED, HINDERED -> failed(pass, result);
      case BROUGHT, NOTHING, BEHIND -> {
        failures.recovered(pass.url());
        told(pass, result);
      }
      case THROTTLED, CROWDED, CANCELLED -> told(pass, result);
    }
  }

  /** The first failure of a URL is a warning, and so is each failure with a new cause. */
  private void failed(HuntAction.Begin pass, UrlTry result) {
    Level level =
        failures.isNew(pass.url(), result.result() + " " + result.why()) ? Level.WARN : Level.DEBUG;
    LOG.atLevel(level)
        .log("{} could not be fetched from {}: {}", pass.family(), pass.url(), result.why());
  }

  private static void told(HuntAction.Begin pass, UrlTry result) {
    LOG.debug(
        "{} of {} at {}: {} {}",
        pass.purpose(),
        pass.family(),
        pass.url(),
        result.result(),
        result.why());
  }

  private static String shown(Duration duration) {
    return duration.toMillis() / 1000.0 + " s";
  }
}
