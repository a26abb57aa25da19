package dev.graspd.testkit.browser;

import dev.graspd.testkit.client.JsonTree;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The rules of WCAG 2.2, levels A and AA, as far as axe can check them on a loaded page. */
public final class Axe {
  private static final String PROGRAM = "/axe.min.js";

  private static final String ALL =
      "{type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']}";

  private static final String OF_LOOK =
      "{type: 'rule', values: ['color-contrast', 'link-in-text-block', 'target-size']}";

  private final String program;

  private Axe(String program) {
    this.program = program;
  }

  public static Axe load() {
    try (InputStream in = Axe.class.getResourceAsStream(PROGRAM)) {
      if (in == null) {
        throw new AssertionError(PROGRAM + " is not on the class path");
      }
      return new Axe(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the rules that the page violates, in words. */
  public List<String> violations(BrowserPage page) {
    return violations(page, ALL);
  }

  /**
   * Returns those that depend on the scheme and the width: enough for a page that was checked in
   * another one.
   */
  public List<String> violationsOfLook(BrowserPage page) {
    return violations(page, OF_LOOK);
  }

  private List<String> violations(BrowserPage page, String rules) {
    if (Boolean.FALSE.equals(page.evaluate("typeof axe === 'object'"))) {
      Object _ = page.evaluate(program + "; 0");
    }
    String run =
        """
        axe.run(document, {
          resultTypes: ['violations'],
          rules: {'target-size': {enabled: true}},
          runOnly: %s
        }).then(found => found.violations.map(rule =>
          rule.id + ': ' + rule.help + ': ' + rule.nodes.slice(0, 3).map(
            node => node.target.join(' ') + ' ' + node.html.slice(0, 160) + ' '
              + node.failureSummary
          ).join(' | ')))
        """
            .formatted(rules);
    return JsonTree.asArray(page.evaluate(run)).stream().map(String::valueOf).toList();
  }
}
