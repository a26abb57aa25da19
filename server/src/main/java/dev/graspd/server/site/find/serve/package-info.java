/**
 * Asks the index of words for a page of the site, reads what it has found from the store, and finds
 * out where each hit has its page. {@code site.find} decides what the page looks like; the service
 * of the site calls this on the threads for pages.
 */
@NullMarked
package dev.graspd.server.site.find.serve;

import org.jspecify.annotations.NullMarked;
