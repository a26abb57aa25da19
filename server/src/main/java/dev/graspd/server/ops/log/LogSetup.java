package dev.graspd.server.ops.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Layout;
import ch.qos.logback.core.spi.ContextAwareBase;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.LogFormat;
import dev.graspd.server.ops.config.LogLevel;
import dev.graspd.server.requests.Detail;
import dev.graspd.server.requests.RequestLog;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.slf4j.LoggerFactory;

/**
 * Sets up logging. Logback finds it as a service, so that lines logged before the configuration is
 * read look right and no configuration file is searched for.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_HIGH_PRIORITY)
public final class LogSetup extends ContextAwareBase implements Configurator {
  private static final Config.Log BEFORE_THE_CONFIGURATION =
      new Config.Log(LogLevel.INFO, LogFormat.TEXT, Detail.PUSHES, false, 1);

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    apply(context, BEFORE_THE_CONFIGURATION, standardOutput());
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /** Applies the configured level and format. */
  public static void apply(Config.Log config) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    apply(context, config, standardOutput());
  }

  static void apply(LoggerContext context, Config.Log config, PrintStream out) {
    Layout<ILoggingEvent> layout =
        switch (config.format()) {
          case TEXT -> new TextLayout();
          case JSON -> new JsonLayout();
        };
    layout.setContext(context);
    layout.start();
    LogAppender appender = new LogAppender(layout, out, config.timeScale());
    appender.setContext(context);
    appender.start();
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.detachAndStopAllAppenders();
    root.addAppender(appender);
    root.setLevel(level(config.level()));
    // DEBUG lines of libraries are of no use to an operator.
    context.getLogger("io.netty").setLevel(quieter(config.level()));
    applyToRequests(context, config);
  }

  /** Lines of requests have their own level, unless logging is off. */
  private static void applyToRequests(LoggerContext context, Config.Log config) {
    boolean isSilent = config.level() == LogLevel.OFF;
    List<String> wanted = isSilent ? List.of() : RequestLog.loggers(config.requests());
    for (String logger : RequestLog.all()) {
      context.getLogger(logger).setLevel(wanted.contains(logger) ? Level.INFO : Level.OFF);
    }
    context.getLogger(RequestLog.ADDRESSES).setLevel(config.addresses() ? Level.INFO : Level.OFF);
  }

  /** Log lines are UTF-8 whatever the locale of the process is. */
  private static PrintStream standardOutput() {
    return new PrintStream(System.out, false, StandardCharsets.UTF_8);
  }

  private static Level quieter(LogLevel level) {
    return switch (level) {
      case DEBUG, TRACE -> Level.INFO;
      case OFF, ERROR, WARN, INFO -> level(level);
    };
  }

  private static Level level(LogLevel level) {
    return Level.valueOf(level.name());
  }
}
