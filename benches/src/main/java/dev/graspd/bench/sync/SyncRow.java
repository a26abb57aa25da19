package dev.graspd.bench.sync;

import dev.graspd.bench.report.BenchRow;

/** One row of sync. */
interface SyncRow extends BenchRow<SyncStage> {}
