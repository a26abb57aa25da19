/**
 * Keeps downloads of tags on disk (W-72), so that each is made once. {@code git.download} decides
 * what a download contains; {@code site.serve} finds and sends one.
 */
@NullMarked
package dev.graspd.server.site.download;

import org.jspecify.annotations.NullMarked;
