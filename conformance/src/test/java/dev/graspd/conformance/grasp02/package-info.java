/**
 * The rules of proactive sync (GRASP-02). These tests start the servers that sync with each other,
 * so they are skipped against a server that is given.
 */
@NullMarked
package dev.graspd.conformance.grasp02;

import org.jspecify.annotations.NullMarked;
