package dev.graspd.server.site.text.markdown;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

class MarkdownFuzzTest {
  @FuzzTest
  void whateverComesOutIsAllowed(byte[] input) {
    String source = new String(input, UTF_8);
    Markdown.Outcome outcome = Markdown.render(source, new TestLinks(false));
    if (outcome instanceof Markdown.Outcome.Rendered(var nodes)) {
      AllowedNodes.check(nodes, TestLinks.OWN);
      assertThat(Markdown.render(source, new TestLinks(false))).isEqualTo(outcome);
    }
  }
}
