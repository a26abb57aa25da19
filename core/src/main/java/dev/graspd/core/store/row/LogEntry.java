package dev.graspd.core.store.row;

/** The state of an event, and its number in the log. */
public record LogEntry(Life life, long seq) {}
