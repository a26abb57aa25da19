/**
 * The object stores of families and the quarantine before them: what is on disk, what is published,
 * and how it gets there without a crash ever leaving half of it.
 */
@NullMarked
package dev.graspd.server.git.objects;

import org.jspecify.annotations.NullMarked;
