/**
 * The relay's rules as black-box tests over a real WebSocket, each named by what it claims of the
 * specification. They run against a server they start themselves, or against any other one: {@code
 * -Dgraspd.url=ws://host:port}.
 */
@NullMarked
package dev.graspd.conformance;

import org.jspecify.annotations.NullMarked;
