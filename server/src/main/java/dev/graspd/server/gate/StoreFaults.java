package dev.graspd.server.gate;

import dev.graspd.core.nostr.Reason;
import dev.graspd.core.nostr.Refusal;
import dev.graspd.core.store.StorageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;

/** What a fault of ours is called in answers. */
final class StoreFaults {
  private StoreFaults() {}

  static Throwable causeOf(Throwable fault) {
    return fault instanceof CompletionException e && e.getCause() != null ? e.getCause() : fault;
  }

  /** Returns whether it belongs into the log; the store has told of its own faults. */
  static boolean isNews(Throwable fault) {
    return !(causeOf(fault) instanceof StorageException)
        && !(causeOf(fault) instanceof Lanes.CrowdedException)
        && !(causeOf(fault) instanceof RejectedExecutionException);
  }

  static Refusal refusalOf(Throwable fault) {
    return switch (causeOf(fault)) {
      case StorageException storage ->
          switch (storage.fault()) {
            case FULL -> Reason.STORAGE_FULL.refusal();
            case BROKEN -> Reason.STORAGE_FAILURE.refusal();
            case CLOSED -> Reason.SHUTTING_DOWN.refusal();
          };
      case UncheckedIOException disk -> DiskFaults.reasonOf(disk).refusal();
      case IOException disk -> DiskFaults.reasonOf(disk).refusal();
      case Lanes.CrowdedException _ -> Reason.SERVER_BUSY.refusal();
      case RejectedExecutionException _ -> Reason.SHUTTING_DOWN.refusal();
      default -> Reason.INTERNAL.refusal();
    };
  }
}
