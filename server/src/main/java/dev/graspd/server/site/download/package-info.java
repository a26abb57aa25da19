/**
 * Keeps downloads of tags on disk (W-72), so that each is made once. What a download contains is
 * decided in {@code git.download}; finding and sending one is for {@code site.serve}.
 */
@NullMarked
package dev.graspd.server.site.download;

import org.jspecify.annotations.NullMarked;
