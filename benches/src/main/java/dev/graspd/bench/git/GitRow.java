package dev.graspd.bench.git;

import dev.graspd.bench.report.BenchRow;

/** One row of git. */
interface GitRow extends BenchRow<GitStage> {}
