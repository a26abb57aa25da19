/**
 * Operations: the configuration, the server's own key, locks, logs, metrics, health and the NIP-11
 * document. Reads the other packages, is imported by none of them but {@code app}.
 */
@NullMarked
package dev.graspd.server.ops;

import org.jspecify.annotations.NullMarked;
