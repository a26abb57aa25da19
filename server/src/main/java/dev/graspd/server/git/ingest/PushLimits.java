package dev.graspd.server.git.ingest;

import dev.graspd.server.charge.InboundPace;
import java.time.Duration;

/**
 * The number of pushes at a time, and the time for one.
 *
 * @param places for pushes whose list of commands was read
 * @param waiting pushes that wait for such a place
 * @param waitMax the longest wait for a place
 * @param commandTime for the list of commands, from the beginning of the request
 * @param paceBytesPerSecond the slowest allowed push while all places are taken
 * @param paceWindow the time over which this is averaged
 * @param packTime for what follows the list of commands
 * @param packTimePerStep more of it for each {@link #STEP_BYTES}
 */
public record PushLimits(
    int places,
    int waiting,
    Duration waitMax,
    Duration commandTime,
    long paceBytesPerSecond,
    Duration paceWindow,
    Duration packTime,
    Duration packTimePerStep) {
  /** Bytes for which a push gets more time. */
  static final long STEP_BYTES = 100L << 20;

  /** The defaults, beside the settings of the operator. */
  public static final PushLimits DEFAULT =
      new PushLimits(
          32,
          256,
          Duration.ofSeconds(60),
          Duration.ofSeconds(30),
          InboundPace.BYTES_PER_SECOND_MIN,
          InboundPace.WINDOW,
          Duration.ofMinutes(15),
          Duration.ofMinutes(1));

  /** Returns the same with another number of places. */
  public PushLimits withPlaces(int count) {
    return new PushLimits(
        count,
        waiting,
        waitMax,
        commandTime,
        paceBytesPerSecond,
        paceWindow,
        packTime,
        packTimePerStep);
  }

  /** Returns the same with another time for the list of commands. */
  public PushLimits withCommandTime(Duration time) {
    return new PushLimits(
        places, waiting, waitMax, time, paceBytesPerSecond, paceWindow, packTime, packTimePerStep);
  }

  /** Returns the same with another number of waiting pushes, and another wait. */
  public PushLimits withWaiting(int most, Duration longest) {
    return new PushLimits(
        places,
        most,
        longest,
        commandTime,
        paceBytesPerSecond,
        paceWindow,
        packTime,
        packTimePerStep);
  }

  /** Returns the same with another pace, and so much time for what follows the commands. */
  public PushLimits withPace(long bytesPerSecond, Duration time) {
    return new PushLimits(
        places, waiting, waitMax, commandTime, bytesPerSecond, paceWindow, time, packTimePerStep);
  }

  /** Returns the time for a push of which so much has arrived. */
  Duration packTime(long bytes) {
    return packTime.plus(packTimePerStep.multipliedBy(bytes / STEP_BYTES));
  }
}
