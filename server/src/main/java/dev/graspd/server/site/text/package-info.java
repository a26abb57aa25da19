/** Turns bytes and texts of strangers into text that is safe to show. Pure. */
@NullMarked
package dev.graspd.server.site.text;

import org.jspecify.annotations.NullMarked;
