/** What the fuzz tests of all packages share. */
package dev.graspd.core.fuzz;
