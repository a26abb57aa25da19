/**
 * Small things for operators that depend on nothing else of the server: the version, texts for logs
 * and file errors, sizes of disks, how far a start has come.
 */
@NullMarked
package dev.graspd.server.ops;

import org.jspecify.annotations.NullMarked;
