/**
 * What the modules conformance and system share: servers that many tests use, servers that start
 * fast, base classes of tests, and hosts and relays for sync. A test of one module only keeps its
 * helpers beside it.
 */
@NullMarked
package dev.graspd.testkit.suite;

import org.jspecify.annotations.NullMarked;
