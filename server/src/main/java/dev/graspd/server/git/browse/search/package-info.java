/**
 * Searches commits and files of a repository for a text, as far as a budget allows, and says how
 * far that was. The text is taken literally; there are no patterns. {@code site.serve} calls it.
 */
@NullMarked
package dev.graspd.server.git.browse.search;

import org.jspecify.annotations.NullMarked;
