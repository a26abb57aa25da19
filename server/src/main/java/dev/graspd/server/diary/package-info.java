/** The decisions on events and pushes of this run, for users who ask why. */
@NullMarked
package dev.graspd.server.diary;

import org.jspecify.annotations.NullMarked;
