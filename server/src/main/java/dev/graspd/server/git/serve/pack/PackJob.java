package dev.graspd.server.git.serve.pack;

import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.nostr.refusal.ServerReason;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.git.GitMetrics.Status;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.reuse.ReusingOnce;
import dev.graspd.server.git.serve.refs.FamilyRepository;
import dev.graspd.server.git.serve.refs.PeeledTags;
import dev.graspd.server.git.serve.request.FetchRequest;
import dev.graspd.server.git.wire.PktWriter;
import dev.graspd.server.git.wire.SideBand;
import java.io.IOException;
import java.util.Optional;
import java.util.SortedSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Computes one answer, then returns its permit. Runs once. A cached answer keeps its job, so the
 * job drops the request at its end.
 */
public final class PackJob implements Runnable, PackSender.Computing {
  private static final Logger LOG = LoggerFactory.getLogger(PackJob.class);

  /**
   * The source of objects for all jobs.
   *
   * @param stepBytes of heap by which a light request grows
   * @param mostBytes of heap for one request
   */
  public record Source(
      ObjectStores stores,
      PeeledTags tags,
      TreeCache trees,
      ServedTips served,
      long stepBytes,
      long mostBytes) {}

  public record Task(FetchRequest request, Refs refs) {}

  private final RepoAddress address;
  private final boolean hasSideBand;
  private final Source source;
  private final AnswerWriter answer;
  private final Permits.Permit permit;
  private Optional<Task> task;
  private volatile boolean packBegun;
  private volatile Status status = Status.CUT;
  private volatile Optional<Reason> reason = Optional.empty();

  public PackJob(
      Task task, RepoAddress address, Source source, AnswerWriter answer, Permits.Permit permit) {
    this.task = Optional.of(task);
    this.address = address;
    this.hasSideBand = task.request().hasSideBand();
    this.source = source;
    this.answer = answer;
    this.permit = permit;
  }

  @Override
  public boolean mayKeepAlive() {
    return packBegun && hasSideBand;
  }

  @Override
  public boolean isCut() {
    boolean isTold = !packBegun || hasSideBand;
    return status == Status.CUT || ((status == Status.ERROR || status == Status.BUSY) && !isTold);
  }

  /** Returns the status at the end; before that, {@link Status#CUT}. */
  public Status status() {
    return status;
  }

  /** Returns the reason of a refusal. */
  public Optional<Reason> reason() {
    return reason;
  }

  public boolean hasPack() {
    return packBegun;
  }

  @Override
  public void run() {
    try {
      status = compute(task.orElseThrow());
    } catch (PackMeter.NoHeapException e) {
      LOG.debug("fetch from {} found no memory", address);
      status = Status.BUSY;
      reason = Optional.of(e.reason());
      tell(e.reason());
    } catch (IOException | RuntimeException e) {
      status = answer.isAbandoned() ? Status.CUT : Status.ERROR;
      fail(e);
    } finally {
      task = Optional.empty();
      permit.close();
      answer.finish();
    }
  }

  private Status compute(Task asked) throws IOException {
    Identifier family = address.identifier();
    try (ObjectStores.Lease lease = source.stores().lease(family);
        FamilyRepository objects = open(asked, lease)) {
      Packs packs = new Packs(objects, asked.refs(), () -> served(family, lease));
      return switch (packs.send(asked.request(), answer.sink(), () -> packBegun = true)) {
        case Packs.Outcome.Sent _ -> Status.OK;
        case Packs.Outcome.Refused(var why) -> {
          reason = Optional.of(why.reason());
          new PktWriter(answer.sink()).line("ERR " + why.text());
          yield Status.REFUSED;
        }
      };
    }
  }

  /** Returns what the family serves by now, with objects that can be read. */
  private SortedSet<Oid> served(Identifier family, ObjectStores.Lease lease) {
    SortedSet<Oid> tips = source.served().of(family);
    lease.renew();
    return tips;
  }

  private FamilyRepository open(Task asked, ObjectStores.Lease lease) {
    Identifier family = address.identifier();
    // A first clone reads everything once, and would only evict trees that others need again.
    Optional<TreeCache.Use> kept =
        asked.request().isRepeated(asked.refs())
            ? Optional.of(source.trees().of(family))
            : Optional.empty();
    // A heavy request is charged for the whole family, unless that is above the limit.
    Optional<PackMeter> meter =
        permit.isHeavy() && permit.heapBytes() < source.mostBytes()
            ? Optional.empty()
            : Optional.of(new PackMeter(permit, source.stepBytes()));
    return new FamilyRepository(
        address.toString(),
        lease.directory(),
        asked.refs(),
        source.tags().in(family, asked.refs()),
        reader -> FetchReader.over(ReusingOnce.over(reader), kept, meter));
  }

  private void fail(Exception fault) {
    if (status == Status.CUT) {
      LOG.debug("fetch from {} was cut", address);
      return;
    }
    LOG.error("fetch from {} failed", address.shown(), fault);
    tell(ServerReason.INTERNAL);
  }

  /** Tells the client if the protocol still allows it; clients notice a cut pack. */
  private void tell(Reason why) {
    try {
      String text = why.refusal().message();
      if (mayKeepAlive()) {
        new SideBand(new PktWriter(answer.sink()), SideBand.Width.SMALL).fatal(text);
      } else if (!packBegun) {
        new PktWriter(answer.sink()).line("ERR " + text);
      }
    } catch (IOException e) {
      LOG.debug("the client of {} was not told", address, e);
    }
  }
}
