/**
 * Clients for black-box tests: a relay client, git, raw HTTP, negentropy. They are written from the
 * specifications and share no parser with the server, so that a fault of the server cannot hide in
 * its test.
 */
@NullMarked
package dev.graspd.testkit.client;

import org.jspecify.annotations.NullMarked;
