package dev.graspd.server.ops.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.LayoutBase;
import dev.graspd.server.ops.Escape;
import java.time.temporal.ChronoUnit;
import org.slf4j.event.KeyValuePair;

/** Log lines for people. */
final class TextLayout extends LayoutBase<ILoggingEvent> {
  @Override
  public String doLayout(ILoggingEvent event) {
    StringBuilder line = new StringBuilder(160);
    line.append(event.getInstant().truncatedTo(ChronoUnit.MILLIS))
        .append(' ')
        .append("%-5s".formatted(event.getLevel()))
        .append(' ')
        .append(LogText.logger(event))
        .append(": ")
        .append(LogText.message(event));
    if (event.getKeyValuePairs() != null) {
      for (KeyValuePair pair : event.getKeyValuePairs()) {
        line.append(' ').append(pair.key).append('=').append(LogText.quoted(pair.value));
      }
    }
    line.append('\n');
    LogText.stack(event)
        .lines()
        .forEach(frame -> line.append("  ").append(Escape.escape(frame.strip())).append('\n'));
    return line.toString();
  }
}
