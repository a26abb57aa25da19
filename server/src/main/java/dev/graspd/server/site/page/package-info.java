/**
 * Pages of code, as functions from facts to HTML: no clock, no thread, no file. Equal facts give
 * equal bytes.
 */
@NullMarked
package dev.graspd.server.site.page;

import org.jspecify.annotations.NullMarked;
