/**
 * The data directories and the server's own files in them: locks, its key, the key for hashed
 * addresses, questions of commands. Also watches free space. Stores and packs have their own
 * formats elsewhere; commands and backups call this one.
 */
@NullMarked
package dev.graspd.server.ops.data;

import org.jspecify.annotations.NullMarked;
