/**
 * The hunt for git data in force: runs the machine that decides what to look for, where and when,
 * fetches objects from clone URLs, and submits them to {@code family.hunt}. The protocol with a git
 * host is in {@code hunt.git}. {@code app.server} starts it under its role.
 */
@NullMarked
package dev.graspd.server.hunt;

import org.jspecify.annotations.NullMarked;
