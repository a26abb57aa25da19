package dev.graspd.server.site.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.site.html.Html;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TextContentTest {
  private static TextContent of(String text) {
    return TextContent.of(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void textIsReadByLines() {
    assertThat(of("one\ntwo\n"))
        .isEqualTo(new TextContent(List.of("one", "two"), Optional.empty(), true));
    assertThat(of("one\r\ntwo"))
        .isEqualTo(new TextContent(List.of("one", "two"), Optional.empty(), false));
    assertThat(of("")).isEqualTo(new TextContent(List.of(), Optional.empty(), true));
    assertThat(of("\n\n").lines()).containsExactly("", "");
    assertThat(of("\ufeffä").lines()).containsExactly("ä");
  }

  @Test
  void otherEncodingsAreNamed() {
    byte[] latin1 = "grün\n".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(TextContent.of(latin1))
        .isEqualTo(new TextContent(List.of("grün"), Optional.of("Latin-1"), true));
    for (byte[] mark :
        List.of(new byte[] {(byte) 0xfe, (byte) 0xff}, new byte[] {(byte) 0xff, (byte) 0xfe})) {
      boolean isBig = mark[0] == (byte) 0xfe;
      byte[] text = "ä\n".getBytes(isBig ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_16LE);
      byte[] bytes = new byte[2 + text.length];
      System.arraycopy(mark, 0, bytes, 0, 2);
      System.arraycopy(text, 0, bytes, 2, text.length);
      assertThat(TextContent.of(bytes))
          .isEqualTo(new TextContent(List.of("ä"), Optional.of("UTF-16"), true));
    }
  }

  @Test
  void charactersThatHideOrTurnTextAreShown() {
    String html = Html.render(Html.element(Html.Tag.P, VisibleText.of("a\u202eb\u200b\t\u0007c")));
    assertThat(html)
        .isEqualTo(
            "<p>a<span class=\"hidden-char\">U+202E</span>b<span class=\"hidden-char\">U+200B</span>"
                + "\t<span class=\"hidden-char\">U+0007</span>c</p>");
  }

  /** Letters without a look are names in code, and tags carry text that nobody sees. */
  @ParameterizedTest
  @ValueSource(strings = {"\u115f", "\u1160", "\u3164", "\uffa0", "\u180e", "\ufff9", "\ufffb"})
  void fillersAreShown(String filler) {
    assertThat(shown("if (a" + filler + ")"))
        .isEqualTo("if (a[U+%04X])".formatted((int) filler.charAt(0)));
  }

  @Test
  void textInTagsIsShown() {
    assertThat(shown("a\udb40\udc01\udb40\udc41b\ud83d\ude00\udb40"))
        .isEqualTo("a[U+E0001][U+E0041]b\ud83d\ude00[U+DB40]");
  }

  private static String shown(String text) {
    return Html.render(Html.element(Html.Tag.P, VisibleText.of(text)))
        .replace("<span class=\"hidden-char\">", "[")
        .replace("</span>", "]")
        .replaceAll("</?p>", "");
  }
}
