package dev.graspd.server.ops.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import dev.graspd.server.ops.Escape;
import java.util.Arrays;
import org.slf4j.helpers.MessageFormatter;

/** The text of a log record, for all layouts. */
final class LogText {
  /** The most bytes of an argument, which may come from a stranger. */
  static final int FIELD_BYTES_MAX = 256;

  private static final int MESSAGE_BYTES_MAX = 4_096;
  private static final int STACK_BYTES_MAX = 16_384;

  private LogText() {}

  static String message(ILoggingEvent event) {
    Object[] arguments = event.getArgumentArray();
    String message = event.getMessage();
    if (arguments != null) {
      message =
          MessageFormatter.basicArrayFormat(
              message, Arrays.stream(arguments).map(LogText::field).toArray());
    }
    return Escape.line(String.valueOf(message), MESSAGE_BYTES_MAX);
  }

  static String field(Object value) {
    return Escape.line(String.valueOf(value), FIELD_BYTES_MAX);
  }

  /** Returns a field's value, quoted so that it cannot imitate another field. */
  static String quoted(Object value) {
    String text = field(value);
    boolean isWord = text.chars().noneMatch(c -> c == ' ' || c == '=' || c == '"');
    return isWord && !text.isEmpty()
        ? text
        : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  static String stack(ILoggingEvent event) {
    IThrowableProxy thrown = event.getThrowableProxy();
    if (thrown == null) {
      return "";
    }
    String text = ThrowableProxyUtil.asString(thrown);
    return text.length() > STACK_BYTES_MAX ? text.substring(0, STACK_BYTES_MAX) : text;
  }

  static String logger(ILoggingEvent event) {
    String name = event.getLoggerName();
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
