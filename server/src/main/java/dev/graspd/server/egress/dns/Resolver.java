package dev.graspd.server.egress.dns;

import java.util.concurrent.CompletionStage;

/** Finds the addresses of names. */
@FunctionalInterface
public interface Resolver {
  /** Asks once; the stage always completes with a value, within a bounded time. */
  CompletionStage<Resolution> resolve(String name);
}
