/**
 * Brings what is hosted here to another GRASP server, as a client would (operations.md, M-11):
 * events over its relay, refs by pushes. The other direction is one package above. The command
 * {@code export} calls it.
 */
@NullMarked
package dev.graspd.server.migrate.export;

import org.jspecify.annotations.NullMarked;
