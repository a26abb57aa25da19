/**
 * What git clients write: command lists, packs under budgets, their checks, and the answers.
 *
 * <p>A pack is read three times. {@link dev.graspd.server.git.ingest.PackScan} walks it while it
 * arrives and refuses what is too large or too costly before anything is allocated for it; {@link
 * dev.graspd.server.git.ingest.DeltaResolver} makes each object once and has it examined; what was
 * published before is never read but to look things up.
 */
@NullMarked
package dev.graspd.server.git.ingest;

import org.jspecify.annotations.NullMarked;
