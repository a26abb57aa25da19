/**
 * What strangers may do to a server within its limits, at the largest, and an honest user beside
 * it: the table behind the test and the bench of availability.
 */
@NullMarked
package dev.graspd.testkit.fire;

import org.jspecify.annotations.NullMarked;
