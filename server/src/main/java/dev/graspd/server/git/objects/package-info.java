/**
 * The object stores of families and the quarantine before them: the files on disk, and their
 * publication, which a crash never leaves half done. {@code family} decides which objects may be
 * published, through the interfaces of {@code family.objects}. Fetches, pushes, pages and backups
 * read it.
 */
@NullMarked
package dev.graspd.server.git.objects;

import org.jspecify.annotations.NullMarked;
