package dev.graspd.server.site.text.highlight;

import java.util.List;

/** Splits the lines of one file, in their order. Remembers what a line leaves open. */
interface Lexer {
  List<Token> line(String line);
}
