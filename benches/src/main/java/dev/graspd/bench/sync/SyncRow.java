package dev.graspd.bench.sync;

import dev.graspd.bench.BenchRow;

/** One row of sync. */
interface SyncRow extends BenchRow<SyncStage> {}
