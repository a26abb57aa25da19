package dev.graspd.system.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.system.web.Findings.Rule;
import dev.graspd.system.web.PageCheck.Care;
import dev.graspd.testkit.browser.Axe;
import dev.graspd.testkit.browser.BrowserPage;
import dev.graspd.testkit.browser.Chromium;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A spider visits the pages of a sample site, and a browser loads each of them. */
@Timeout(600)
class SpiderTest {
  /** Pages at a time: a browser waits for the server and the server for the browser. */
  private static final int WINDOWS = 3;

  private static final int PAGES_MIN = 150;

  private static final Findings FINDINGS = new Findings();
  private static final Crawl CRAWL = new Crawl(FINDINGS);
  private static URI odd;
  private static SampleStates states;

  @BeforeAll
  static void visitAllPages() throws InterruptedException, ExecutionException {
    Path directory = SharedServer.directory(RelaySuite.newWord());
    try (Chromium chromium = Chromium.start(directory.resolve("chromium"));
        SampleSite site = SampleSite.open(directory)) {
      odd = site.odd();
      states = site.states();
      CRAWL.losing(SampleSite.page(states.lost()));
      site.starts().forEach(CRAWL::from);
      look(chromium, CRAWL.pages());
    }
  }

  /** The longest work comes first. */
  private static void look(Chromium chromium, List<WebPage> pages)
      throws InterruptedException, ExecutionException {
    Map<WebPage, Care> care = new LinkedHashMap<>();
    Sample.of(pages).forEach(page -> care.put(page, Care.OF_SAMPLE));
    Sample.ofNeighbours(pages).forEach(page -> care.putIfAbsent(page, Care.LOADED));
    pages.forEach(page -> care.putIfAbsent(page, Care.BUILT));
    Queue<Map.Entry<WebPage, Care>> left = new ConcurrentLinkedQueue<>(care.entrySet());
    Axe axe = Axe.load();
    try (ExecutorService threads = Executors.newFixedThreadPool(WINDOWS)) {
      List<Future<?>> windows = new ArrayList<>();
      for (int i = 0; i < WINDOWS; i++) {
        windows.add(
            threads.submit(() -> {
              try (BrowserPage window = chromium.open()) {
                PageCheck check = new PageCheck(window, axe, FINDINGS);
                for (var next = left.poll(); next != null; next = left.poll()) {
                  check.check(next.getKey(), next.getValue());
                }
              }
            }));
      }
      for (Future<?> window : windows) {
        Object _ = window.get();
      }
    }
  }

  /** Otherwise a spider that finds no links would look like a perfect site. */
  @Test
  @Claims("W-131")
  void pagesOfEachKindAreVisited() {
    assertThat(CRAWL.pages()).hasSizeGreaterThan(PAGES_MIN);
    assertThat(CRAWL.pages().stream().map(WebPage::kind).collect(Collectors.toSet()))
        .contains(
            "home",
            "status",
            "errors",
            "person",
            "repository",
            "directory",
            "file",
            "blame",
            "commits",
            "commit",
            "branches",
            "tags",
            "issues",
            "issue",
            "prs",
            "pull-request",
            "pull-request-files",
            "pull-request-commits",
            "pull-request-compare",
            "event",
            "tree-503",
            "nothing-404",
            "repository-404");
  }

  @Test
  @Claims("W-97")
  void allPagesHaveOneFrameAndOneStyle() {
    assertThat(CRAWL.pages())
        .allSatisfy(page -> assertThat(page.html()).contains("<header><div class=\"bar\">"))
        .extracting(page -> page.html().replaceAll("(?s).*(/assets/[0-9a-f]+\\.css).*", "$1"))
        .containsOnly(
            CRAWL.pages().getFirst().html().replaceAll("(?s).*(/assets/[0-9a-f]+\\.css).*", "$1"));
    assertThat(
            CRAWL.pages().stream().filter(page -> page.status() != 200).map(WebPage::html).toList())
        .isNotEmpty()
        .allMatch(html -> html.contains("What to do") || html.contains("clone from one of them"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/tree/HEAD",
        "/tree/HEAD/names",
        "/tree/HEAD/empty",
        "/tree/HEAD/no-final-newline",
        "/tree/HEAD/long-line",
        "/tree/HEAD/shown-line",
        "/tree/HEAD/crlf.txt",
        "/tree/HEAD/nul",
        "/tree/HEAD/link",
        "/tree/HEAD/run.sh",
        "/tree/HEAD/caf%E9-latin1",
        "/tree/HEAD/with%20space",
        "/tag/of-tree",
        "/tag/of-file",
        "/tag/of-tag",
        "/tree/nothing",
        "/tree/refs/heads/same",
        "/commits/HEAD"
      })
  @Claims("W-37")
  void oddThingsHavePages(String below) {
    assertThat(CRAWL.pages().stream().anyMatch(page -> page.isAt(odd + below))).isTrue();
  }

  private static String html(String below) {
    return page(odd + below).html();
  }

  private static WebPage page(String address) {
    return CRAWL.pages().stream().filter(page -> page.isAt(address)).findFirst().orElseThrow();
  }

  @Test
  @Claims("W-37")
  void statesThatTakeTimeHavePages() {
    assertThat(page(SampleSite.page(states.copied()).toString()).html())
        .contains("Archived.", "takes no pushes for it: push to", "A sample");
    assertThat(page(SampleSite.page(states.expired()).toString()).html())
        .contains("Expired in the last week");
    String lost = SampleSite.page(states.lost()).toString();
    assertThat(page(lost).html()).contains("Git data of this repository is missing here");
    assertThat(page(lost + "/tree/HEAD").status()).isEqualTo(503);
    assertThat(page(lost + "/tree/HEAD").html()).contains("The server has lost it");
  }

  @Test
  @Claims("W-37")
  void oddCommitsAreShown() {
    assertThat(html("/commits/HEAD"))
        .contains("(no message)", "1970-01-01", "9999-12-31", "Merge three", "Another root");
  }

  @Test
  @Claims("W-37")
  void hiddenCharactersAreShownAsNumbers() {
    assertThat(html("/tree/HEAD/controls.c"))
        .contains("U+001B", "U+202E", "U+2066", "U+200B", "U+FEFF", "U+00AD")
        .doesNotContain("\u202e", "\u200b");
  }

  @Test
  @Claims("W-131")
  void everyLinkLeadsToSomething() {
    assertThat(FINDINGS.of(Rule.STATUS, Rule.TYPE, Rule.ETAG, Rule.LINKS)).isEmpty();
  }

  @Test
  @Claims("W-131")
  void browserRepairsNothing() {
    assertThat(FINDINGS.of(Rule.NESTING)).isEmpty();
  }

  @Test
  @Claims({"W-93", "W-131"})
  void nothingOfStrangersRunsAndNothingLeavesTheServer() {
    assertThat(FINDINGS.of(Rule.SILENCE, Rule.REQUESTS, Rule.SCRIPTS)).isEmpty();
  }

  @Test
  @Claims("W-131")
  void pagesAreTheSameWithoutScripts() {
    assertThat(FINDINGS.of(Rule.SAME_WITHOUT_SCRIPTS)).isEmpty();
  }

  @Test
  @Claims("W-100")
  void pagesFitAPhone() {
    assertThat(FINDINGS.of(Rule.WIDTH)).isEmpty();
  }

  @Test
  @Claims("W-101")
  void pagesAreAccessibleInLightAndDark() {
    assertThat(FINDINGS.of(Rule.STRUCTURE, Rule.ACCESS)).isEmpty();
  }
}
