/**
 * What operators see of relay sync: log lines, figures for metrics, an overview for pages. It only
 * reads what the machines report and changes nothing. Metrics and pages call it.
 */
@NullMarked
package dev.graspd.server.peers.status;

import org.jspecify.annotations.NullMarked;
