/**
 * Trees as files to download, with the bytes that C git writes. The same commit gives the same
 * bytes on every server.
 */
@NullMarked
package dev.graspd.server.git.download;

import org.jspecify.annotations.NullMarked;
