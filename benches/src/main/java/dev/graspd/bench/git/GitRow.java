package dev.graspd.bench.git;

import dev.graspd.bench.BenchRow;

/** One row of git. */
interface GitRow extends BenchRow<GitStage> {}
