package dev.graspd.bench.hunt;

import dev.graspd.bench.report.BenchRow;

/** One row of the hunt. */
interface HuntRow extends BenchRow<HuntStage> {}
