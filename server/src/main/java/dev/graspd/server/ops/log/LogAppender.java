package dev.graspd.server.ops.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.Layout;
import java.io.PrintStream;

/** Writes records to a stream, at most so many of one kind a second. */
final class LogAppender extends AppenderBase<ILoggingEvent> {
  private final Layout<ILoggingEvent> layout;
  private final PrintStream out;
  private final FloodGuard guard = new FloodGuard();

  LogAppender(Layout<ILoggingEvent> layout, PrintStream out) {
    this.layout = layout;
    this.out = out;
  }

  @Override
  protected void append(ILoggingEvent event) {
    long now = event.getTimeStamp();
    int left = guard.takeSuppressed(now);
    if (left > 0) {
      out.print(layout.doLayout(note(event, left)));
    }
    if (guard.admit(event.getMessage(), now)) {
      out.print(layout.doLayout(event));
      out.flush();
    }
  }

  private static LoggingEvent note(ILoggingEvent event, int count) {
    LoggingEvent note = new LoggingEvent();
    note.setInstant(event.getInstant());
    note.setLevel(Level.WARN);
    note.setLoggerName(LogAppender.class.getName());
    note.setThreadName(event.getThreadName());
    note.setMessage("lines left out because there were too many of them: " + count);
    return note;
  }
}
