/**
 * Files about the site for programs: what search engines may read, which repositories there are,
 * which names the server has. Pure.
 */
@NullMarked
package dev.graspd.server.site.meta;

import org.jspecify.annotations.NullMarked;
