package dev.graspd.server.site.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.site.text.highlight.TokenKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Colours of code can be read, in light and in dark (W-102). */
final class TokenColoursTest {
  private static final double CONTRAST_MIN = 4.5;
  private static final int CSS_BYTES_MAX = 20 << 10;
  private static final Pattern DARK =
      Pattern.compile("@media \\(prefers-color-scheme: dark\\) \\{\\s*:root \\{([^}]*)\\}\\s*\\}");
  private static final Pattern ROOT = Pattern.compile(":root \\{([^}]*)\\}");
  private static final Pattern COLOUR = Pattern.compile("--(\\w+): (#[0-9a-f]{6})");

  /** What code can stand on: a page, a box, a marked line, lines of a difference. */
  private static final List<String> BACKGROUNDS =
      List.of("back", "panel", "mark", "added", "removed");

  private final String css = StyleSheet.load().text();

  private static Map<String, String> colours(Pattern block, String text) {
    Map<String, String> colours = new TreeMap<>();
    block
        .matcher(text)
        .results()
        .flatMap(found -> COLOUR.matcher(found.group(1)).results())
        .forEach(colour -> colours.put(colour.group(1), colour.group(2)));
    return colours;
  }

  private static double light(String colour, int at) {
    double part = Integer.parseInt(colour, at, at + 2, 16) / 255.0;
    return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
  }

  private static double luminance(String colour) {
    return 0.2126 * light(colour, 1) + 0.7152 * light(colour, 3) + 0.0722 * light(colour, 5);
  }

  static double contrast(String one, String other) {
    double first = luminance(one);
    double second = luminance(other);
    return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
  }

  @Test
  void contrastIsThatOfTheGuidelines() {
    assertThat(contrast("#000000", "#ffffff")).isBetween(20.99, 21.01);
    assertThat(contrast("#777777", "#ffffff")).isBetween(4.47, 4.49);
  }

  @Test
  void everyTokenCanBeReadOnItsBackground() {
    Map<String, String> light = colours(ROOT, DARK.matcher(css).replaceAll(""));
    Map<String, String> dark = colours(DARK, css);
    assertThat(dark.keySet()).isEqualTo(light.keySet());
    List<String> tooWeak = new ArrayList<>();
    int seen = 0;
    for (Map<String, String> scheme : List.of(light, dark)) {
      for (TokenKind kind : TokenKind.values()) {
        String name = kind == TokenKind.PLAIN ? "text" : kind.className();
        for (String background : BACKGROUNDS) {
          seen++;
          if (contrast(scheme.get(name), scheme.get(background)) < CONTRAST_MIN) {
            tooWeak.add(name + " " + scheme.get(name) + " on " + background);
          }
        }
      }
    }
    assertThat(tooWeak).isEmpty();
    assertThat(seen).isEqualTo(2 * TokenKind.values().length * BACKGROUNDS.size());
  }

  @Test
  void everyKindHasItsRule() {
    for (TokenKind kind : TokenKind.values()) {
      if (kind != TokenKind.PLAIN) {
        String rule = "." + kind.className() + " { color: var(--" + kind.className() + ") }";
        assertThat(css).contains(rule);
      }
    }
    Matcher braces = Pattern.compile("[{}]").matcher(css);
    assertThat(braces.results().filter(brace -> brace.group().equals("{")).count())
        .isEqualTo(css.chars().filter(c -> c == '}').count());
    assertThat(css.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(CSS_BYTES_MAX);
  }
}
