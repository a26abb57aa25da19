package dev.graspd.bench.web;

import dev.graspd.bench.report.BenchRow;

/** One row of web pages. */
interface WebRow extends BenchRow<WebStage> {}
