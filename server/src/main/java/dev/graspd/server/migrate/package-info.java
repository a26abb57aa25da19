/**
 * Brings the data of another server into this one (operations.md, section 2): what to bring and in
 * which order, the same door as for everything else, and a report. Its {@code ngit} reads the files
 * of ngit-grasp.
 */
@NullMarked
package dev.graspd.server.migrate;

import org.jspecify.annotations.NullMarked;
