package dev.graspd.system.web;

import java.util.List;

/**
 * Texts of strangers that would do something if a page took them for more than text. A script that
 * ran would set {@code hacked}; a request would go to a host that nobody has.
 */
final class HostileTexts {
  /** What a script of these texts would leave behind. */
  static final String TRACE = "hacked";

  static final List<String> ALL =
      List.of(
          "<script>hacked=1</script>",
          "\"><img src=x onerror=hacked=1>",
          "'><svg onload=hacked=1>",
          "</title></style></textarea><script>hacked=1</script>",
          "</code></pre><iframe srcdoc='<script>parent.hacked=1</script>'></iframe>",
          "<iframe src=\"javascript:parent.hacked=1\"></iframe>",
          "<a href=\"javascript:hacked=1\">x</a>",
          "<img src=\"http://foreign.example/p.png\">",
          "<link rel=stylesheet href=http://foreign.example/s.css>",
          "<style>@import url(http://foreign.example/i.css);*{display:none}</style>",
          "<base href=http://foreign.example/>",
          "<meta http-equiv=refresh content='0;url=http://foreign.example/'>",
          "<form action=http://foreign.example/><button autofocus onfocus=hacked=1>",
          "<div style=\"position:fixed;inset:0;background:url(http://foreign.example/b)\">",
          "<details open ontoggle=hacked=1>",
          "<math><mi//xlink:href=\"data:x,<script>hacked=1</script>\">",
          "<!--><script>hacked=1</script>-->",
          "<![CDATA[<script>hacked=1</script>]]>",
          "&lt;script&gt;hacked=1&lt;/script&gt; &#60;script&#62; &amp;lt;",
          "${hacked=1} {{hacked=1}} #{hacked=1} <%= hacked=1 %>",
          "+ADw-script+AD4-hacked=1+ADw-/script+AD4-",
          "\u202e\u2066<script>\u2069 \u200b\ufeff",
          "javascript:hacked=1",
          "data:text/html,<script>hacked=1</script>");

  private HostileTexts() {}

  static String lines() {
    return String.join("\n", ALL) + "\n";
  }
}
