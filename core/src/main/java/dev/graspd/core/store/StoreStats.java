package dev.graspd.core.store;

/** Figures for operators. */
public record StoreStats(long servedEvents, long heldEvents, long lastSeq, long bytesOnDisk) {}
