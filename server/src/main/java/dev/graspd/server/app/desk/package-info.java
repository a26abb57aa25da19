/** Answers the operator's commands, in the running server or from the store of a stopped one. */
@NullMarked
package dev.graspd.server.app.desk;

import org.jspecify.annotations.NullMarked;
