package dev.graspd.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.graspd.testkit.RawWebSocket;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class ForwardedHintTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger(WebContext.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(lines);
  }

  @Test
  void aForwardedHeaderFromAStrangerIsHintedAtOnceAndNotBelieved() {
    WebSettings web = TestServer.WEB;
    WebSettings trustingNobody =
        new WebSettings(
            web.bind(),
            web.basePath(),
            List.of(),
            web.maxConnections(),
            web.maxConnectionsPerAddress(),
            web.maxMessageBytes(),
            web.maxFragments(),
            web.maxOutputQueueBytes(),
            web.maxOutputQueueTotalBytes(),
            web.loopbackIsOperator(),
            web.requests());
    try (TestServer server = TestServer.builder().web(trustingNobody).start()) {
      for (int i = 0; i < 3; i++) {
        RawWebSocket.to(server.uri("/"))
            .header("X-Forwarded-For", "198.51.100.7")
            .connect()
            .close();
      }
    }

    assertThat(lines.list)
        .singleElement()
        .extracting(ILoggingEvent::getFormattedMessage)
        .asString()
        .contains("127.0.0.1", "NGIT_TRUSTED_PROXY_CIDRS");
  }
}
