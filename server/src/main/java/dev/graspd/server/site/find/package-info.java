/**
 * The page that shows what a search in the whole service has found, and the search box of other
 * pages. Functions from facts to HTML: asking the index is the work of {@code site.find.serve},
 * which calls them, and searches in one repository are in {@code site.page}.
 */
@NullMarked
package dev.graspd.server.site.find;

import org.jspecify.annotations.NullMarked;
