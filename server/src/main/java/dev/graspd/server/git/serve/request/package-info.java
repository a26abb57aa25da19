/** Parses requests for packs, with limits while it reads. It computes nothing. */
@NullMarked
package dev.graspd.server.git.serve.request;

import org.jspecify.annotations.NullMarked;
