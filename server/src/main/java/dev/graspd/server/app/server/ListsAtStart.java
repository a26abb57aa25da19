package dev.graspd.server.app.server;

import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.role.Role;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.StorageException;
import dev.graspd.core.store.Store;
import dev.graspd.server.family.ended.ExcludedKeyRemoval;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.role.Mandate;
import dev.graspd.server.role.Tenure;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies the operator's lists to the stored data when a server starts. */
final class ListsAtStart {
  private static final Logger LOG = LoggerFactory.getLogger(ListsAtStart.class);

  /** How long clients wait for the operator's lists to be applied. */
  private static final Duration LISTS_APPLIED_WITHIN = Duration.ofSeconds(10);

  private static final Duration END_MAX = Duration.ofSeconds(10);

  private ListsAtStart() {}

  /**
   * Applies the operator's lists before clients are served, so that excluded repositories are not
   * shown again. If it takes too long, it continues in the background, or at the next start.
   *
   * @param bans continues bans that a crash interrupted
   * @param end ends the server if the background work fails
   * @param slot where the duty is offered
   * @throws StartRefused if they cannot be applied: excluded data would be served
   */
  static void apply(
      Store store,
      AdmissionRules rules,
      Optional<HostingSetup> hosting,
      Consumer<Mandate> bans,
      InstantSource clock,
      Runnable end,
      DutySlot slot)
      throws StartRefused {
    CompletableFuture<Void> applied = new CompletableFuture<>();
    AtomicBoolean isOurs = new AtomicBoolean();
    slot.offer(
        Role.CURATION,
        mandate -> {
          isOurs.set(true);
          return begun(
              mandate,
              applied,
              end,
              () -> {
                applyNow(store, rules, hosting, clock, mandate);
                bans.accept(mandate);
              });
        });
    if (!isOurs.get()) {
      requireApplied(rules, hosting);
      return;
    }
    try {
      applied.get(LISTS_APPLIED_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      LOG.info("the operator's lists take long to apply; clients are served meanwhile");
      endOnFailure(applied, end);
    } catch (ExecutionException e) {
      throw new StartRefused(failed(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The role is elsewhere, or the store could not write that it is here. */
  private static void requireApplied(AdmissionRules rules, Optional<HostingSetup> hosting)
      throws StartRefused {
    boolean isApplied =
        hosting
            .map(one -> one.host().actions().areListsApplied())
            .orElseGet(() -> rules.bannedAuthors().isEmpty());
    if (!isApplied) {
      throw new StartRefused(failed(new IllegalStateException("this server may not apply them")));
    }
  }

  private static void applyNow(
      Store store,
      AdmissionRules rules,
      Optional<HostingSetup> hosting,
      InstantSource clock,
      Mandate mandate) {
    try (EventStore.ReserveUse _ = store.useReserve()) {
      hosting.ifPresentOrElse(
          one -> one.host().actions().applyLists(store.unwanted(), mandate),
          () ->
              rules
                  .bannedAuthors()
                  .forEach(new ExcludedKeyRemoval(store, clock, mandate)::removeServed));
    }
  }

  /**
   * Begins to apply them in the background. The end of the tenure waits a limited time: later
   * writes are refused by the fence, or by the closed store.
   *
   * @param first the outcome of the first time
   */
  private static Tenure begun(
      Mandate mandate, CompletableFuture<Void> first, Runnable end, Runnable work) {
    Thread thread =
        Thread.ofVirtual()
            .name("curation")
            .start(() -> {
              try {
                work.run();
                first.complete(null);
              } catch (RuntimeException e) {
                if (!mandate.isHeld()) {
                  LOG.debug("the operator's lists are left to the next holder of the role", e);
                } else if (!first.completeExceptionally(e)) {
                  endUnlessClosed(e, end);
                }
              }
            });
    return () -> {
      try {
        boolean _ = thread.join(END_MAX);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
  }

  private static void endOnFailure(CompletableFuture<Void> applied, Runnable end) {
    CompletableFuture<Void> _ =
        applied.whenComplete((_, fault) -> {
          if (fault != null) {
            endUnlessClosed(fault, end);
          }
        });
  }

  /** A shutdown ends this too: the next start continues. */
  private static void endUnlessClosed(Throwable fault, Runnable end) {
    if (!isClosed(fault)) {
      LOG.error("{}; this process ends", failed(fault));
      end.run();
    }
  }

  private static boolean isClosed(Throwable fault) {
    return causeOf(fault) instanceof StorageException storage
        && storage.fault() == StorageException.Fault.CLOSED;
  }

  private static String failed(Throwable fault) {
    return "the operator's lists (NGIT_EVENT_BLACKLIST, NGIT_REPOSITORY_BLACKLIST,"
        + " NGIT_REPOSITORY_WHITELIST, NGIT_ARCHIVE_…) could not be applied, and what they keep out"
        + " is not served: make room on the disk of NGIT_RELAY_DATA_PATH and start again ("
        + causeOf(fault).getMessage()
        + ")";
  }

  private static Throwable causeOf(Throwable fault) {
    Throwable cause = fault.getCause();
    boolean wraps = fault instanceof CompletionException || fault instanceof ExecutionException;
    return wraps && cause != null ? causeOf(cause) : fault;
  }
}
