package dev.graspd.server.ops.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.Layout;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import org.slf4j.event.KeyValuePair;

/** Writes log records to a stream, with a limit per cause and second. */
final class LogAppender extends AppenderBase<ILoggingEvent> {
  private static final String REASON = "reason";

  private final Layout<ILoggingEvent> layout;
  private final PrintStream out;
  private final FloodGuard guard = new FloodGuard();

  private final int timeScale;

  /**
   * An appender.
   *
   * @param timeScale how many times faster time runs; 1 outside tests
   */
  LogAppender(Layout<ILoggingEvent> layout, PrintStream out, int timeScale) {
    this.layout = layout;
    this.out = out;
    this.timeScale = timeScale;
  }

  @Override
  protected void append(ILoggingEvent event) {
    long now = event.getTimeStamp() * timeScale;
    int left = guard.takeSuppressed(now);
    if (left > 0) {
      out.print(layout.doLayout(note(event, left)));
    }
    if (guard.admit(cause(event), now)) {
      out.print(layout.doLayout(withoutRepeatedStack(event, now)));
      out.flush();
    }
  }

  /** The text before its arguments are filled in, and the reason if a field has one. */
  private static String cause(ILoggingEvent event) {
    List<KeyValuePair> fields = Optional.ofNullable(event.getKeyValuePairs()).orElseGet(List::of);
    return fields.stream()
        .filter(field -> field.key.equals(REASON))
        .map(field -> event.getMessage() + " " + field.value)
        .findFirst()
        .orElse(String.valueOf(event.getMessage()));
  }

  private ILoggingEvent withoutRepeatedStack(ILoggingEvent event, long now) {
    IThrowableProxy thrown = event.getThrowableProxy();
    if (thrown == null || guard.admitStack(place(event, thrown), now)) {
      return event;
    }
    LoggingEvent brief = copy(event, event.getLevel(), event.getLoggerName());
    brief.setMessage(
        LogText.message(event)
            + ": "
            + LogText.field(thrown.getClassName() + ": " + thrown.getMessage())
            + " (its stack trace was written within the last minute)");
    return brief;
  }

  /** Other faults with the same message keep their stack trace. */
  private static String place(ILoggingEvent event, IThrowableProxy thrown) {
    IThrowableProxy root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    var frames = root.getStackTraceElementProxyArray();
    return event.getMessage()
        + " "
        + root.getClassName()
        + (frames == null || frames.length == 0 ? "" : " " + frames[0]);
  }

  private static LoggingEvent note(ILoggingEvent event, int count) {
    LoggingEvent note = copy(event, Level.WARN, LogAppender.class.getName());
    note.setMessage("lines left out because there were too many of them: " + count);
    return note;
  }

  private static LoggingEvent copy(ILoggingEvent event, Level level, String logger) {
    LoggingEvent copy = new LoggingEvent();
    copy.setInstant(event.getInstant());
    copy.setLevel(level);
    copy.setLoggerName(logger);
    copy.setThreadName(event.getThreadName());
    return copy;
  }
}
