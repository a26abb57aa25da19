package dev.graspd.server.site.text.highlight;

/** The kind of a token; pages show each kind in its own colour (W-102). */
public enum TokenKind {
  /** Names, operators, white space and all that no other kind fits. */
  PLAIN(""),
  KEYWORD("k"),
  STRING("s"),
  COMMENT("c"),
  /** Numbers, and constants like {@code true}. */
  NUMBER("n"),
  TYPE("t"),
  FUNCTION("f"),
  /** Annotations, directives, variables of shells. */
  META("m");

  private final String className;

  TokenKind(String className) {
    this.className = className;
  }

  /** Returns the class of the style sheet; short, because pages have many. */
  public String className() {
    return className;
  }
}
