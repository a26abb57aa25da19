package dev.graspd.server.site.text.markdown;

import static dev.graspd.server.site.text.markdown.TestLinks.html;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MarkdownTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static List<Arguments> examples() {
    return List.of(
        Arguments.of(
            "a *b* **c** ~~d~~ `e`",
            "<p>a <em>b</em> <strong>c</strong> <del>d</del> <code>e</code></p>"),
        Arguments.of(
            "# A b!\n## A b",
            "<h2 id=\"user-content-a-b\">A b!</h2><h3 id=\"user-content-a-b-1\">A b</h3>"),
        Arguments.of(
            "###### Ünï 日本_x `c`",
            "<h6 id=\"user-content-ünï-日本_x-c\">Ünï 日本_x <code>c</code></h6>"),
        Arguments.of("# !", "<h2 id=\"user-content-section\">!</h2>"),
        Arguments.of("- a\n- b", "<ul><li>a\n</li><li>b\n</li></ul>"),
        Arguments.of("3. a\n\n4. b", "<ol start=\"3\"><li><p>a</p></li><li><p>b</p></li></ol>"),
        Arguments.of(
            "- [ ] a\n- [x] b",
            "<ul><li class=\"task\"><span role=\"img\" aria-label=\"to do\">☐</span> a\n</li>"
                + "<li class=\"task\"><span role=\"img\" aria-label=\"done\">☑</span> b\n</li></ul>"),
        Arguments.of("> a", "<blockquote><p>a</p></blockquote>"),
        Arguments.of(
            "> [!WARNING]\n> hot",
            "<div class=\"alert warning\"><p><strong>Warning</strong></p><p>hot</p></div>"),
        Arguments.of("> [!NOTE] not alone", "<blockquote><p>[!NOTE] not alone</p></blockquote>"),
        Arguments.of(
            "|a|b|\n|:-:|-:|\n|c|",
            "<div class=\"scroll\"><table><thead><tr><th align=\"center\">a</th><th align=\"right\">b</th>"
                + "</tr></thead><tbody><tr><td align=\"center\">c</td><td align=\"right\"></td></tr>"
                + "</tbody></table></div>"),
        Arguments.of(
            "```rust,ignore\nfn x\n```",
            "<pre tabindex=\"0\"><code><span class=\"k\">fn </span>x\n</code></pre>"),
        Arguments.of(
            "    a <b>\n\u202e",
            "<pre tabindex=\"0\"><code>a &lt;b&gt;\n</code></pre><p>\u202e</p>"),
        Arguments.of(
            "`a\u202eb`", "<p><code>a<span class=\"hidden-char\">U+202E</span>b</code></p>"),
        Arguments.of("a  \nb\nc", "<p>a<br>b\nc</p>"),
        Arguments.of("***", "<hr>"),
        Arguments.of("&amp;&lt;b&gt;", "<p>&amp;&lt;b&gt;</p>"),
        Arguments.of(
            "<details open>\n<summary>S</summary>\n\n*a*\n\n</details>\n\nb",
            "<details open=\"\"><summary>S</summary><p><em>a</em></p></details><p>b</p>"),
        Arguments.of("press <kbd>a</kbd> <b>b</b>", "<p>press <kbd>a</kbd> <strong>b</strong></p>"),
        Arguments.of(
            "<p align=\"center\"><img src=\"a.png\" width=\"20px\" height='5%' onload=x></p>",
            "<p align=\"center\"><img src=\"/own/raw/docs/a.png\" alt=\"\" width=\"20\" height=\"5%\"></p>"),
        Arguments.of("<h1 id=x>A</h1>\n", "<h2 id=\"user-content-x\">A</h2>"),
        Arguments.of("<center>a</center>", "a"),
        Arguments.of("<!-- a -->\n\nb", "<p>b</p>"),
        Arguments.of("<div>a", "<div>a</div>"),
        Arguments.of("a</div></p>b", "<p>a</p>b"),
        Arguments.of(
            "<table><tr><td colspan=2>a</table>",
            "<table><tbody><tr><td colspan=\"2\">a</td></tr></tbody></table>"));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void examplesOfTheTable(String source, String expected) {
    assertThat(html(source).replaceAll("(?<=>)\n+(?=<)|\n+$", ""))
        .isEqualTo(expected.replaceAll("(?<=>)\n+(?=<)|\n+$", ""));
  }

  @Test
  void idsAreUniqueAlsoIfTheTextGivesThem() {
    assertThat(html("# a\n\n<p id=\"a\">x</p>\n\n<a name=\"b\"></a>\n\n# b\n\n<p id='main'>y</p>"))
        .contains("<h2 id=\"user-content-a\">", "<p>x</p>")
        .contains("<a id=\"user-content-b\">", "<h2 id=\"user-content-b-1\">")
        .contains("<p id=\"user-content-main\">");
  }

  @Test
  void equalHeadingsDoNotTakeLong() {
    String source = "# a\n".repeat(Markdown.CHARS_MAX / 8);
    Markdown.Outcome outcome =
        Assertions.assertTimeoutPreemptively(
            PATIENCE, () -> Markdown.render(source, MarkdownLinks.OUTSIDE));
    assertThat(outcome).isInstanceOf(Markdown.Outcome.Rendered.class);
  }

  private static List<Arguments> bounds() {
    String cells = "|a|b|c|d|e|f|g|h|\n|-|-|-|-|-|-|-|-|\n";
    return List.of(
        Arguments.of("x".repeat(Markdown.CHARS_MAX + 1), Markdown.Reason.SIZE),
        Arguments.of("> ".repeat(Markdown.NESTING_MAX) + "a", Markdown.Reason.NESTING),
        Arguments.of("- ".repeat(1_000) + "a", Markdown.Reason.NESTING),
        Arguments.of("*a ".repeat(1_000) + "b*".repeat(1_000), Markdown.Reason.NESTING),
        Arguments.of("<div>".repeat(Markdown.NESTING_MAX + 1), Markdown.Reason.NESTING),
        Arguments.of(cells + "|x\n".repeat(Markdown.CELLS_MAX / 8), Markdown.Reason.CELLS),
        Arguments.of("![](a.png)".repeat(Markdown.IMAGES_MAX + 1), Markdown.Reason.IMAGES),
        Arguments.of("*a* ".repeat(Markdown.CHARS_MAX / 4), Markdown.Reason.NODES));
  }

  @ParameterizedTest
  @MethodSource("bounds")
  void textBeyondABoundIsShownAsItIsWritten(String source, Markdown.Reason reason) {
    assertThat(Markdown.render(source, new TestLinks(false)))
        .isEqualTo(new Markdown.Outcome.AsText(reason));
  }

  @Test
  void textWithinTheBoundsIsRendered() {
    assertThat(html("> ".repeat(Markdown.NESTING_MAX - 1) + "a")).contains("<p>a</p>");
    assertThat(html("![](a.png)".repeat(Markdown.IMAGES_MAX))).contains("<img");
    assertThat(html("word ".repeat(Markdown.CHARS_MAX / 5))).startsWith("<p>word");
  }

  /** Texts that are made to be slow, or to use up the stack. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "> ",
        "- ",
        "* - 1. ",
        "[",
        "![",
        "*",
        "**a ",
        "_a",
        "~~",
        "`",
        "``a",
        "<",
        "<a ",
        "<!--",
        "<![CDATA[",
        "<?",
        "<!a ",
        "<div>",
        "<b>",
        "<a href='",
        "</b>",
        "&",
        "&#",
        "[a](",
        "[a]: b\n",
        "[a][",
        "![a](b",
        "\\",
        "|",
        "|-",
        "|a\n|-\n",
        "http://a.",
        "www.",
        "nostr:",
        "<script>",
        "<svg>",
        "<b><i>x</b>",
        "<table>",
        "<td>",
        "<li>",
        "<p>",
        "<b><p>",
        "# a\n",
        "```\n",
        "    a\n",
        "- a\n  ",
        "\t",
        "\u0000",
        "\r",
        "<br>"
      })
  void hostileRepetitionsTakeNoLongTime(String piece) {
    String source = piece.repeat(Markdown.CHARS_MAX / piece.length());
    Markdown.Outcome outcome =
        Assertions.assertTimeoutPreemptively(
            PATIENCE, () -> Markdown.render(source, new TestLinks(false)));
    assertThat(outcome).isNotNull();
  }
}
