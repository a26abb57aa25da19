package dev.graspd.server.ops.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.LayoutBase;
import java.io.StringWriter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.slf4j.event.KeyValuePair;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Log lines for programs: one JSON object each. */
final class JsonLayout extends LayoutBase<ILoggingEvent> {
  private final JsonFactory json = new JsonFactory();

  @Override
  public String doLayout(ILoggingEvent event) {
    StringWriter line = new StringWriter(256);
    try (JsonGenerator out = json.createGenerator(ObjectWriteContext.empty(), line)) {
      out.writeStartObject();
      out.writeStringProperty("time", event.getInstant().truncatedTo(ChronoUnit.MILLIS).toString());
      out.writeStringProperty("level", event.getLevel().toString().toLowerCase(Locale.ROOT));
      out.writeStringProperty("logger", LogText.logger(event));
      out.writeStringProperty("thread", event.getThreadName());
      out.writeStringProperty("message", LogText.message(event));
      if (event.getKeyValuePairs() != null) {
        for (KeyValuePair pair : event.getKeyValuePairs()) {
          if (pair.value instanceof Number number) {
            out.writeNumberProperty(pair.key, number.longValue());
          } else {
            out.writeStringProperty(pair.key, LogText.field(pair.value));
          }
        }
      }
      String stack = LogText.stack(event);
      if (!stack.isEmpty()) {
        out.writeStringProperty("stack", stack);
      }
      out.writeEndObject();
    }
    return line.append('\n').toString();
  }
}
