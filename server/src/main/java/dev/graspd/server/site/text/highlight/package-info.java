/**
 * Splits code into tokens of a few kinds, for colours on pages: which language a file is in, and
 * the lexers. Pure. The style sheet decides how a kind looks.
 */
@NullMarked
package dev.graspd.server.site.text.highlight;

import org.jspecify.annotations.NullMarked;
