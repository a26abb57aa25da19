/**
 * Repositories, requests and clients for the load of the git bench. Rows and their goals are in
 * {@code bench.git}.
 */
@NullMarked
package dev.graspd.bench.git.load;

import org.jspecify.annotations.NullMarked;
