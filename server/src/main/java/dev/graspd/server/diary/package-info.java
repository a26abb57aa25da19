/** What was decided on events and pushes in this run, for those who ask why. */
@NullMarked
package dev.graspd.server.diary;

import org.jspecify.annotations.NullMarked;
