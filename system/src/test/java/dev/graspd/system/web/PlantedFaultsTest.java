package dev.graspd.system.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.graspd.system.web.Findings.Rule;
import dev.graspd.system.web.PageCheck.Care;
import dev.graspd.testkit.browser.Axe;
import dev.graspd.testkit.browser.BrowserPage;
import dev.graspd.testkit.browser.Chromium;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The spider finds the faults that it should. */
@Timeout(300)
final class PlantedFaultsTest {
  private static final String BEGINNING =
      "<!doctype html>\n<html lang=\"en\"><head><title>t</title></head><body>";
  private static final String SKIP = "<p><a href=\"#main\">Skip to content</a></p>";
  private static final String ENDING = "</body></html>\n";

  private static final Axe AXE = Axe.load();

  private static Chromium chromium;
  private static HttpServer server;

  @BeforeAll
  static void start() throws IOException {
    chromium = Chromium.start(SharedServer.directory(RelaySuite.newWord()));
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

  private static void answer(HttpExchange exchange, int status, String html) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "text/html; charset=utf-8");
    byte[] bytes = html.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static URI serve(String path, String html) {
    server.createContext(path, exchange -> answer(exchange, 200, html));
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  private static Findings findings(URI url) {
    Findings findings = new Findings();
    Crawl crawl = new Crawl(findings);
    crawl.from(new SampleSite.Start(url, 200, 2));
    try (BrowserPage window = chromium.open()) {
      PageCheck check = new PageCheck(window, AXE, findings);
      crawl.pages().forEach(page -> check.check(page, Care.OF_SAMPLE));
    }
    return findings;
  }

  private static String page(String content) {
    return BEGINNING + SKIP + "<main id=\"main\"><h1>t</h1>" + content + "</main>" + ENDING;
  }

  @Test
  void goodPageHasNoFault() {
    URI url = serve("/good", page("<p>x</p><ul><li><a href=\"/good\">x</a></li></ul>"));
    assertThat(findings(url).of(Rule.values())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      textBlock =
          """
          STATUS, <p><a href="/gone">x</a></p>
          LINKS, <p><a href="javascript:x">x</a></p>
          NESTING, <table><tr><td>x</td></tr></table>
          NESTING, <p><ul><li>x</li></ul></p>
          STRUCTURE, <h1>again</h1>
          SILENCE, <script>console.log(1)</script>
          REQUESTS, <img alt="x" src="http://foreign.example/x.png">
          REQUESTS, <img alt="x" src="/gone">
          SCRIPTS, <script>hacked=1</script>
          SCRIPTS, <p onclick="x()">x</p>
          WIDTH, <div style="width:500px">x</div>
          ACCESS, <p style="color:#999999">pale</p>
          SAME_WITHOUT_SCRIPTS, <script>document.title=1</script>
          """)
  void faultIsFound(Rule rule, String content) {
    String path = "/" + rule + "-" + Integer.toHexString(content.hashCode());
    assertThat(findings(serve(path, page(content))).of(rule)).isNotEmpty();
  }

  /** A page that is not loaded must still not run anything. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      textBlock =
          """
          NESTING, <table><tr><td>x</td></tr></table>
          STRUCTURE, <h1>again</h1>
          REQUESTS, <img alt="x" src="http://foreign.example/x.png">
          SCRIPTS, <script>hacked=1</script>
          SCRIPTS, <p onclick="x()">x</p>
          """)
  void faultIsFoundInAPageThatIsNotLoaded(Rule rule, String content) {
    Findings findings = new Findings();
    URI url = URI.create("http://127.0.0.1/page");
    try (BrowserPage window = chromium.open()) {
      PageCheck check = new PageCheck(window, AXE, findings);
      check.check(new WebPage(url, 200, page("<p>x</p>")), Care.BUILT);
      assertThat(findings.of(Rule.values())).isEmpty();
      check.check(new WebPage(url, 200, page(content)), Care.BUILT);
    }
    assertThat(findings.of(rule)).isNotEmpty();
  }

  @Test
  void pageWithoutLinkToItsContentIsFound() {
    URI url = serve("/no-skip", BEGINNING + "<main id=\"main\"><h1>t</h1><p>x</p></main>" + ENDING);
    assertThat(findings(url).of(Rule.STRUCTURE)).isNotEmpty();
  }
}
