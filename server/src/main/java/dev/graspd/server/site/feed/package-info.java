/** News of repositories for feed readers (Atom). Pure: entries in, text out. */
@NullMarked
package dev.graspd.server.site.feed;

import org.jspecify.annotations.NullMarked;
