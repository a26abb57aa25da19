/**
 * The HTTP client for URLs that strangers name: deadlines, limits, redirects that are checked like
 * the first URL. The content does not matter here. The hunt's git client, imports and the reading
 * of NIP-11 documents use it.
 */
@NullMarked
package dev.graspd.server.egress.http;

import org.jspecify.annotations.NullMarked;
