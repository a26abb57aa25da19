/**
 * Builds HTML: elements and attributes of known names, links to known kinds of places, and text
 * that is always escaped. Pages are made of nothing else.
 */
@NullMarked
package dev.graspd.server.site.html;

import org.jspecify.annotations.NullMarked;
