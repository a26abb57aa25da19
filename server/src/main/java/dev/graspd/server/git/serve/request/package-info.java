/**
 * Parses requests for packs, with limits while it reads. It computes nothing and opens no
 * repository. {@code git.serve} reads a request and passes it to {@code git.serve.pack}.
 */
@NullMarked
package dev.graspd.server.git.serve.request;

import org.jspecify.annotations.NullMarked;
