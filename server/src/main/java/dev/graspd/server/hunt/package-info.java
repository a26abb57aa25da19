/**
 * The effects of the hunt for git data: runs the machine that decides what to look for, where and
 * when, fetches objects from clone URLs, and submits them to the gate.
 */
@NullMarked
package dev.graspd.server.hunt;

import org.jspecify.annotations.NullMarked;
