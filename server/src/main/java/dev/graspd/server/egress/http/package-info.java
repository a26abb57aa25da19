/**
 * The HTTP client for URLs that strangers name: deadlines, limits, redirects that are checked like
 * the first URL.
 */
@NullMarked
package dev.graspd.server.egress.http;

import org.jspecify.annotations.NullMarked;
