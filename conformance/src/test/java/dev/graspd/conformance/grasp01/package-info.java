/**
 * The rules of hosting (GRASP-01): addresses, announcements, states, pull requests, pushes and
 * fetches, with real git and with raw HTTP.
 */
@NullMarked
package dev.graspd.conformance.grasp01;

import org.jspecify.annotations.NullMarked;
