/**
 * Small things for operators that depend on nothing else of the server: the version, texts for logs
 * and file errors, sizes of disks, how far a start has come. Classes that need a configuration or a
 * store do not belong here. Most packages that talk to an operator use it.
 */
@NullMarked
package dev.graspd.server.ops;

import org.jspecify.annotations.NullMarked;
