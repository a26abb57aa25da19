/**
 * Finds what an address of code means now and makes its page, or its document for programs: the
 * effects of the site. Runs on the threads for pages, never on an event loop.
 */
@NullMarked
package dev.graspd.server.site.serve;

import org.jspecify.annotations.NullMarked;
