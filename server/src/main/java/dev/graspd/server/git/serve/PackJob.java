package dev.graspd.server.git.serve;

import dev.graspd.core.nostr.Reason;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Refs;
import dev.graspd.server.gate.HostedRepository;
import dev.graspd.server.git.GitMetrics.Status;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.wire.PktWriter;
import dev.graspd.server.git.wire.SideBand;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Computes one answer, then gives its permit back. Runs once. */
final class PackJob implements Runnable, PackSender.Computing {
  private static final Logger LOG = LoggerFactory.getLogger(PackJob.class);

  private final FetchRequest request;
  private final Refs refs;
  private final HostedRepository repository;
  private final ObjectStores stores;
  private final PeeledTags tags;
  private final TreeCache trees;
  private final AnswerWriter answer;
  private final Permits.Permit permit;
  private volatile boolean packBegun;
  private volatile Status status = Status.CUT;

  PackJob(
      FetchRequest request,
      Refs refs,
      HostedRepository repository,
      ObjectStores stores,
      PeeledTags tags,
      TreeCache trees,
      AnswerWriter answer,
      Permits.Permit permit) {
    this.request = request;
    this.refs = refs;
    this.repository = repository;
    this.stores = stores;
    this.tags = tags;
    this.trees = trees;
    this.answer = answer;
    this.permit = permit;
  }

  @Override
  public boolean mayKeepAlive() {
    return packBegun && request.hasSideBand();
  }

  @Override
  public boolean isCut() {
    return status == Status.CUT || (status == Status.ERROR && packBegun && !request.hasSideBand());
  }

  /** Returns how it ended; before the end, that it was cut. */
  Status status() {
    return status;
  }

  @Override
  public void run() {
    try {
      status = compute();
    } catch (IOException | RuntimeException e) {
      status = answer.isAbandoned() ? Status.CUT : Status.ERROR;
      fail(e);
    } finally {
      permit.close();
      answer.finish();
    }
  }

  private Status compute() throws IOException {
    try (ObjectStores.Lease lease = stores.lease(repository.address().identifier());
        FamilyRepository source = open(lease)) {
      return switch (Packs.send(request, refs, source, answer.sink(), () -> packBegun = true)) {
        case Packs.Outcome.Sent _ -> Status.OK;
        case Packs.Outcome.Refused(var why) -> {
          new PktWriter(answer.sink()).line("ERR " + why.text());
          yield Status.REFUSED;
        }
      };
    }
  }

  private FamilyRepository open(ObjectStores.Lease lease) {
    Identifier family = repository.address().identifier();
    // A first clone reads everything once, and would only push out what others ask for again.
    Optional<TreeCache.Use> kept =
        request.isRepeated(refs) ? Optional.of(trees.of(family)) : Optional.empty();
    return new FamilyRepository(
        repository.address().toString(), lease.directory(), refs, tags.in(family), kept);
  }

  /** Tells the client as far as the protocol still allows; a cut pack is noticed by itself. */
  private void fail(Exception fault) {
    if (status == Status.CUT) {
      LOG.debug("fetch from {} was cut", repository.address());
      return;
    }
    LOG.error("fetch from {} failed", repository.address(), fault);
    try {
      String text = Reason.INTERNAL.refusal().message();
      if (mayKeepAlive()) {
        new SideBand(new PktWriter(answer.sink()), SideBand.Width.SMALL).fatal(text);
      } else if (!packBegun) {
        new PktWriter(answer.sink()).line("ERR " + text);
      }
    } catch (IOException e) {
      LOG.debug("the client of {} was not told", repository.address(), e);
    }
  }
}
