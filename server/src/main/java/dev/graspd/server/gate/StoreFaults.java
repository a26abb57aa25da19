package dev.graspd.server.gate;

import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.nostr.refusal.ServerReason;
import dev.graspd.core.store.StorageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;

/** Refusals for faults of the server. */
public final class StoreFaults {
  private StoreFaults() {}

  public static Throwable causeOf(Throwable fault) {
    return fault instanceof CompletionException e && e.getCause() != null ? e.getCause() : fault;
  }

  /** Returns whether to log a fault; the store logs its own. */
  public static boolean isNews(Throwable fault) {
    return !(causeOf(fault) instanceof StorageException)
        && !(causeOf(fault) instanceof CrowdedException)
        && !(causeOf(fault) instanceof RejectedExecutionException);
  }

  public static Refusal refusalOf(Throwable fault) {
    return switch (causeOf(fault)) {
      case StorageException storage ->
          switch (storage.fault()) {
            case FULL -> ServerReason.STORAGE_FULL.refusal();
            case BROKEN -> ServerReason.STORAGE_FAILURE.refusal();
            case CLOSED -> ServerReason.SHUTTING_DOWN.refusal();
          };
      case UncheckedIOException disk -> DiskFaults.reasonOf(disk).refusal();
      case IOException disk -> DiskFaults.reasonOf(disk).refusal();
      case CrowdedException _ -> ServerReason.SERVER_BUSY.refusal();
      case RejectedExecutionException _ -> ServerReason.SHUTTING_DOWN.refusal();
      default -> ServerReason.INTERNAL.refusal();
    };
  }
}
