/**
 * Answers the operator's commands, in the running server or from the store of a stopped one. How a
 * question is written, and how an answer is printed, is in {@code app.command}. The role DESK
 * decides which server answers.
 */
@NullMarked
package dev.graspd.server.app.desk;

import org.jspecify.annotations.NullMarked;
