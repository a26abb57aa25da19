/**
 * What the site tells programs: what search engines may read, which repositories there are, which
 * names the server has, what the head of a page says of it, and pictures for previews. Pure.
 */
@NullMarked
package dev.graspd.server.site.meta;

import org.jspecify.annotations.NullMarked;
