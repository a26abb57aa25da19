/**
 * The hunt for git data, in force: runs the machine that says what is sought where and when,
 * fetches what clone URLs have, and brings it to the gate.
 */
@NullMarked
package dev.graspd.server.hunt;

import org.jspecify.annotations.NullMarked;
