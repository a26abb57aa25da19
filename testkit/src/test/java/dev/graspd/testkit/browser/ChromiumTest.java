package dev.graspd.testkit.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a browser tells about pages that are not as ours should be. */
@Timeout(300)
final class ChromiumTest {
  private static final String POLICY = "default-src 'none'; script-src 'sha256-x'";

  @TempDir private static Path directory;

  private static Chromium chromium;
  private static HttpServer server;

  @BeforeAll
  static void start() throws IOException {
    chromium = Chromium.start(directory);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
  }

  @AfterAll
  static void end() {
    if (server != null) {
      server.stop(0);
      chromium.close();
    }
  }

  private static URI serve(String path, String policy, String html) {
    server.createContext(
        path,
        exchange -> {
          exchange.getResponseHeaders().add("Content-Type", "text/html; charset=utf-8");
          if (!policy.isEmpty()) {
            exchange.getResponseHeaders().add("Content-Security-Policy", policy);
          }
          byte[] bytes = html.getBytes(UTF_8);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  @Test
  void quietPageHasOneRequestAndNoMessage() {
    URI url = serve("/quiet", "", "<!doctype html><title>t</title><p>text");
    try (BrowserPage page = chromium.open()) {
      Seen seen = page.lookedAt(Look.light(Look.PHONE)).load(url);

      assertThat(seen.messages()).isEmpty();
      assertThat(seen.requests()).containsExactly(new Seen.Request(url.toString(), 200));
      assertThat(page.evaluate("({a: [document.title, innerWidth, null, 1.5, true]})"))
          .isEqualTo(Map.of("a", java.util.Arrays.asList("t", 360L, null, 1.5, true)));
      assertThatThrownBy(() -> page.evaluate("nothing.there")).isInstanceOf(AssertionError.class);
    }
  }

  @Test
  void messagesExceptionsAndDialogsAreSeen() {
    URI url =
        serve("/loud", "", "<!doctype html><script>console.log('a');alert('b');throw 'c'</script>");
    try (BrowserPage page = chromium.open()) {
      assertThat(page.lookedAt(Look.light(Look.DESK)).load(url).messages())
          .anyMatch(message -> message.startsWith("console: ") && message.contains("\"a\""))
          .contains("dialog: b")
          .anyMatch(message -> message.startsWith("exception: "));
      assertThat(page.lookedAt(Look.light(Look.DESK).withoutScripts()).load(url).messages())
          .isEmpty();
    }
  }

  @Test
  void whatThePolicyBlocksIsSeen() {
    URI url =
        serve("/blocked", POLICY, "<!doctype html><script>1</script><p style='color:red'>x</p>");
    try (BrowserPage page = chromium.open()) {
      List<String> messages = page.lookedAt(Look.light(Look.DESK)).load(url).messages();
      assertThat(messages).anyMatch(message -> message.contains("Content Security Policy"));
      assertThat(messages).anyMatch(message -> message.startsWith("policy: "));
    }
  }

  @Test
  void requestsToOtherHostsAreSeenAndDoNotLeaveThisMachine() {
    URI url = serve("/foreign", "", "<!doctype html><img src='http://foreign.example/x.png'>");
    try (BrowserPage page = chromium.open()) {
      assertThat(page.lookedAt(Look.light(Look.DESK)).load(url).requests())
          .contains(new Seen.Request("http://foreign.example/x.png", 0));
    }
  }

  @Test
  void schemeAndWidthAreThoseThatWereAskedFor() throws IOException {
    URI url = serve("/look", "", "<!doctype html><html lang=en><title>t</title><p>text");
    Path picture = directory.resolve("pictures").resolve("look.png");
    try (BrowserPage page = chromium.open()) {
      page.lookedAt(Look.dark(Look.TABLET)).load(url);
      assertThat(page.evaluate("[innerWidth, matchMedia('(prefers-color-scheme: dark)').matches]"))
          .isEqualTo(List.of(768L, true));
      page.picture(picture);
    }
    assertThat(Files.readAllBytes(picture)).startsWith(0x89, 'P', 'N', 'G');
  }

  @Test
  void axeFindsWhatIsHardToRead() {
    URI url =
        serve(
            "/pale",
            "",
            "<!doctype html><title>t</title><p style='color:#aaa;background:#fff'>pale");
    try (BrowserPage page = chromium.open()) {
      page.lookedAt(Look.light(Look.DESK)).load(url);
      assertThat(Axe.load().violations(page))
          .anyMatch(violation -> violation.startsWith("color-contrast"))
          .anyMatch(violation -> violation.startsWith("html-has-lang"));
    }
  }
}
