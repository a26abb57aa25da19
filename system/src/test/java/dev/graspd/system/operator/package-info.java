/**
 * What an operator does and sees: settings, commands, logs, metrics, backups, the doctor, and
 * dashboards.
 */
@NullMarked
package dev.graspd.system.operator;

import org.jspecify.annotations.NullMarked;
