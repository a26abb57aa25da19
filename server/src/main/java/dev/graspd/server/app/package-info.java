/** The command line and the wiring: the only place that builds the parts of the server. */
@NullMarked
package dev.graspd.server.app;

import org.jspecify.annotations.NullMarked;
