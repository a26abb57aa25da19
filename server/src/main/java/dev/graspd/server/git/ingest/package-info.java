/**
 * Pushes, from the command list to the report: {@link dev.graspd.server.git.ingest.ReceiveService}.
 * The pack is checked in {@code git.ingest.pack}; whether the push is allowed is decided in {@code
 * family.push}. {@code git.http} calls it.
 */
@NullMarked
package dev.graspd.server.git.ingest;

import org.jspecify.annotations.NullMarked;
