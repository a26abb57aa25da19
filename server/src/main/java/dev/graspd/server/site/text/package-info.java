/**
 * Turns bytes and texts of strangers into text that is safe to show. Pure. Markup of Markdown and
 * colours of code are in the subpackages; pages call all three.
 */
@NullMarked
package dev.graspd.server.site.text;

import org.jspecify.annotations.NullMarked;
