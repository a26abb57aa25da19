package dev.graspd.server.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.web.http.OpsPages.Page;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PageTagsTest {
  private static final Page PAGE = new Page(200, "text/html", "<p>words");

  private static String tag(Page page) {
    return PageTags.tagged(page).headers().getOrDefault("ETag", "");
  }

  @Test
  void equalPagesHaveEqualVersionsAndOthersHaveOthers() {
    assertThat(tag(PAGE)).startsWith("W/").isEqualTo(tag(new Page(200, "text/html", "<p>words")));
    assertThat(tag(new Page(200, "text/html", "<p>other"))).isNotEqualTo(tag(PAGE));
    assertThat(PageTags.tagged(PAGE).headers()).containsEntry("Cache-Control", "no-cache");
  }

  @Test
  void pageThatSaysThatSomethingIsWrongHasNoVersion() {
    assertThat(tag(new Page(404, "text/html", "none"))).isEmpty();
    assertThat(tag(new Page(503, "text/html", "later"))).isEmpty();
  }

  @Test
  void pageWithAVersionOfItsOwnKeepsIt() {
    Page own = new Page(200, "text/html", "x", new TreeMap<>(Map.of("ETag", "\"mine\"")));
    assertThat(tag(own)).isEqualTo("\"mine\"");
  }

  @Test
  void onlyWhoHasTheVersionGetsNothing() {
    Page tagged = PageTags.tagged(PAGE);
    assertThat(PageTags.unlessKnown(tagged, Optional.empty())).isEqualTo(tagged);
    assertThat(PageTags.unlessKnown(tagged, Optional.of("\"other\""))).isEqualTo(tagged);
    Page known = PageTags.unlessKnown(tagged, Optional.of("\"other\", " + tag(PAGE)));
    assertThat(known.status()).isEqualTo(304);
    assertThat(known.body()).isEmpty();
    assertThat(known.headers()).containsEntry("ETag", tag(PAGE));
    assertThat(PageTags.unlessKnown(PAGE, Optional.of("*")).status()).isEqualTo(200);
  }
}
