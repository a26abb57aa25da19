/**
 * The object stores of families and the quarantine before them: the files on disk, and their
 * publication, which a crash never leaves half done.
 */
@NullMarked
package dev.graspd.server.git.objects;

import org.jspecify.annotations.NullMarked;
