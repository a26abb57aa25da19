package dev.graspd.server.role;

import dev.graspd.core.role.Fence;
import dev.graspd.core.role.Role;
import dev.graspd.core.store.EventStore;
import dev.graspd.server.base.Await;
import dev.graspd.server.base.WorkerThread;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The roles of a process that is alone on its store. The first candidate of a role holds it; when
 * its work has ended, the next one takes over with the next fence. If the fence was taken by
 * someone else, the work ends and the role stays there until {@link #handOver} takes it back.
 * Thread-safe.
 */
public final class LocalRoles implements Roles, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LocalRoles.class);

  /** How long the end of a tenure waits for its writes; later ones are refused by the fence. */
  private static final Duration WRITES_END_MAX = Duration.ofSeconds(10);

  private final EventStore store;
  private final Duration pause;
  private final Map<Role, Seat> seats = new EnumMap<>(Role.class);
  private volatile boolean isClosed;

  /** Takes each role when it has a candidate. */
  public LocalRoles(EventStore store) {
    this(store, WorkerThread.RETRY_AFTER);
  }

  /**
   * For tests: with another pause.
   *
   * @param pause before another attempt, when the store could not write that a role is taken
   */
  LocalRoles(EventStore store, Duration pause) {
    this.store = store;
    this.pause = pause;
    for (Role role : Role.values()) {
      seats.put(role, new Seat(role));
    }
  }

  /** Takes all roles at once, so that a start waits for one transaction. */
  public static LocalRoles takingAll(EventStore store) {
    LocalRoles roles = new LocalRoles(store);
    roles
        .taken(EnumSet.allOf(Role.class))
        .forEach(fence -> roles.seat(fence.role()).spare = Optional.of(fence));
    return roles;
  }

  private Seat seat(Role role) {
    return Optional.ofNullable(seats.get(role)).orElseThrow();
  }

  /**
   * Returns no fence if the store cannot write now. Full disks do not keep a server from a role.
   */
  private List<Fence> taken(Collection<Role> roles) {
    try (EventStore.ReserveUse _ = store.useReserve()) {
      return Await.answerOf(store.write(tx -> roles.stream().map(tx.roles()::take).toList()));
    } catch (RuntimeException e) {
      LOG.warn("{} could not be taken, the next attempt is later: {}", roles, e.toString());
      return List.of();
    }
  }

  @Override
  public Candidacy offer(Role role, Duty duty) {
    Seat seat = seat(role);
    Candidate candidate = new Candidate(seat, duty);
    seat.add(candidate);
    return candidate;
  }

  /**
   * Ends the work of the holder and begins that of the next candidate, with a new fence. A holder
   * without others begins again. Blocks until the work has begun.
   */
  public void handOver(Role role) {
    seat(role).handOver();
  }

  /** Ends the work of all roles. */
  @Override
  public void close() {
    isClosed = true;
    seats.values().forEach(Seat::close);
  }

  /** Two offers of the same duty are different ones. */
  private static final class Candidate implements Candidacy {
    private final Seat seat;
    private final Duty duty;

    Candidate(Seat seat, Duty duty) {
      this.seat = seat;
      this.duty = duty;
    }

    @Override
    public void stop() {
      seat.stop(this);
    }

    @Override
    public void close() {
      seat.remove(this);
    }
  }

  private record Holder(Candidate candidate, FencedMandate mandate, Tenure tenure) {}

  /** One role. Beginning and ending work happens under the lock, so that it never overlaps. */
  private final class Seat {
    private final Role role;
    private final ReentrantLock lock = new ReentrantLock();

    /** The next one is the first. */
    private final Deque<Candidate> candidates = new ArrayDeque<>();

    private Optional<Holder> holder = Optional.empty();

    /** A fence that was taken for the first holder. */
    private Optional<Fence> spare = Optional.empty();

    private boolean isElsewhere;

    Seat(Role role) {
      this.role = role;
    }

    private void locked(Runnable work) {
      lock.lock();
      try {
        work.run();
      } finally {
        lock.unlock();
      }
    }

    void add(Candidate candidate) {
      locked(() -> {
        candidates.addLast(candidate);
        fill();
      });
    }

    void handOver() {
      locked(() -> {
        end();
        isElsewhere = false;
        fill();
      });
    }

    void stop(Candidate candidate) {
      locked(() ->
          holder
              .filter(one -> one.candidate().equals(candidate))
              .ifPresent(one -> one.tenure().stop()));
    }

    void remove(Candidate candidate) {
      locked(() -> {
        if (holder.filter(one -> one.candidate().equals(candidate)).isPresent()) {
          end();
        }
        candidates.remove(candidate);
        fill();
      });
    }

    void close() {
      locked(() -> {
        end();
        candidates.clear();
      });
    }

    /** Gives an empty seat to the first candidate whose duty begins. */
    private void fill() {
      for (int left = candidates.size(); left > 0 && isVacant(); left--) {
        Optional<Fence> fence = spare.or(() -> taken(List.of(role)).stream().findFirst());
        spare = Optional.empty();
        if (fence.isEmpty()) {
          fillLater();
          return;
        }
        begin(candidates.getFirst(), fence.get());
      }
    }

    private boolean isVacant() {
      return holder.isEmpty() && !isElsewhere && !isClosed;
    }

    private void begin(Candidate candidate, Fence fence) {
      FencedMandate mandate = new FencedMandate(fence, this::lost);
      try {
        holder = Optional.of(new Holder(candidate, mandate, candidate.duty.begin(mandate)));
        LOG.debug("{} begins with fence {}", role, fence.number());
      } catch (RuntimeException e) {
        LOG.error("the work of {} could not begin; the role is free for the next one", role, e);
        mandate.end();
        goToTheEnd(candidate);
      }
    }

    private void goToTheEnd(Candidate candidate) {
      candidates.remove(candidate);
      candidates.addLast(candidate);
    }

    private void fillLater() {
      Thread.ofVirtual()
          .name("roles")
          .start(() -> {
            try {
              Thread.sleep(pause);
              locked(this::fill);
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
    }

    private void end() {
      holder.ifPresent(one -> {
        boolean _ = one.mandate().end();
        try {
          one.tenure().close();
        } catch (RuntimeException e) {
          LOG.error("the work of {} did not end in order", role, e);
        }
        if (!one.mandate().awaitWork(WRITES_END_MAX)) {
          LOG.warn("writes of {} have not ended; from now on they are refused", role);
        }
        goToTheEnd(one.candidate());
      });
      holder = Optional.empty();
    }

    /** Not here and now: the writer waits for nothing, and the tenure may wait for this write. */
    private void lost(FencedMandate mandate) {
      Thread.ofVirtual()
          .name("roles")
          .start(() ->
              locked(() -> {
                if (holder.filter(one -> one.mandate() == mandate).isPresent()) {
                  LOG.warn("another server has taken {}; its work ends here", role);
                  end();
                  isElsewhere = true;
                }
              }));
    }
  }
}
