/**
 * Asks the index of words for a page of the site, reads what it has found from the store, and finds
 * out where each hit has its page. What the page looks like is decided in {@code site.find}; the
 * service of the site calls this on the threads for pages.
 */
@NullMarked
package dev.graspd.server.site.find.serve;

import org.jspecify.annotations.NullMarked;
