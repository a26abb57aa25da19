/**
 * Trees as files to download, with the bytes that C git writes. The same commit gives the same
 * bytes on every server. {@code site.serve} sends and caches them; which revision an address means
 * is decided there.
 */
@NullMarked
package dev.graspd.server.git.download;

import org.jspecify.annotations.NullMarked;
