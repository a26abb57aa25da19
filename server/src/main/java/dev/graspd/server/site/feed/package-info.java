/**
 * News of repositories for feed readers (Atom). Pure: entries in, text out. {@code site.serve}
 * reads the entries and calls it; pages are in {@code site.page}.
 */
@NullMarked
package dev.graspd.server.site.feed;

import org.jspecify.annotations.NullMarked;
