package dev.graspd.server.site.text.highlight;

import java.util.List;
import java.util.Optional;

/**
 * Splits the lines of one file into tokens, as {@link Highlighter} does; one that knows the file
 * already need not read it again.
 */
@FunctionalInterface
public interface Colours {
  List<List<Token>> of(Optional<Language> language, List<String> lines);
}
