package dev.graspd.server.git.ingest;

import dev.graspd.core.nostr.Reason;
import dev.graspd.core.nostr.Refusal;
import dev.graspd.core.policy.Allowance;
import dev.graspd.core.policy.PushDecision.Line;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.server.gate.Delivery;
import dev.graspd.server.gate.DiskFaults;
import dev.graspd.server.gate.PushRequest;
import dev.graspd.server.gate.PushVerdict;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.git.GitMetrics.Status;
import dev.graspd.server.git.wire.PktReader;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One push from its first byte to its answer: read the commands, have them judged, take the pack
 * into quarantine if anything is allowed, have it performed, report.
 */
final class Push implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Push.class);
  private static final long DRAIN_NANOS_MAX = Duration.ofSeconds(60).toNanos();

  private final ReceiveService.Parts parts;
  private final RefSpace space;
  private final Exchange exchange;

  Push(ReceiveService.Parts parts, RefSpace space, Exchange exchange) {
    this.parts = parts;
    this.space = space;
    this.exchange = exchange;
  }

  @Override
  public void run() {
    long start = parts.nanoTime().getAsLong();
    Status status = Status.ERROR;
    try (ClientBody body = new ClientBody(exchange, parts.limits())) {
      status = counted(body);
    } catch (RefusedException e) {
      status = Status.REFUSED;
      exchange.refuse(413, e.refusal().text());
    } catch (IOException e) {
      status = Status.CUT;
      LOG.debug("push to {} ended: {}", space, e.toString());
      exchange.abort(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      exchange.abort(e);
    } catch (RuntimeException e) {
      LOG.error("push to {} failed", space, e);
      exchange.abort(e);
    }
    Duration took = Duration.ofNanos(parts.nanoTime().getAsLong() - start);
    parts.metrics().operation(GitMetrics.Operation.PUSH, status, took);
  }

  private Status counted(ClientBody body) throws IOException, InterruptedException {
    try {
      return carryOut(body);
    } finally {
      parts.metrics().bytes(GitMetrics.Direction.IN, body.readBytes());
    }
  }

  private Status carryOut(ClientBody body) throws IOException, InterruptedException {
    return switch (new CommandListReader(new PktReader(body), parts.limits().commands()).read()) {
      case CommandList.Nothing _ -> {
        new PushAnswer(exchange, PushCapabilities.NONE).finish();
        yield Status.OK;
      }
      case CommandList.Wrong wrong -> refuse(wrong, body);
      case CommandList.Commands commands -> judged(commands, body);
    };
  }

  private Status refuse(CommandList.Wrong wrong, ClientBody body) throws IOException {
    PushAnswer answer = new PushAnswer(exchange, wrong.capabilities());
    drain(body);
    if (wrong.capabilities().reportStatus()) {
      answer.finish(PushReport.refused(wrong.commands(), wrong.why(), parts.baseUrl()));
    } else {
      answer.refuse(400, wrong.why().message());
    }
    return Status.REFUSED;
  }

  private Status judged(CommandList.Commands list, ClientBody body)
      throws IOException, InterruptedException {
    PushRequest request =
        new PushRequest(space, list.commands(), list.capabilities().atomic(), exchange.payer());
    PushVerdict verdict = parts.pushes().judge(request);
    PushAnswer answer = new PushAnswer(exchange, list.capabilities());
    try (KeepAlive patience = new KeepAlive(answer, parts.patience())) {
      if (verdict.isRefused()) {
        drain(body);
        return finish(answer, verdict);
      }
      if (!verdict.wantsObjects() || !list.announcePack()) {
        drain(body);
        return perform(request, parts.quarantine().nothing(space.identifier()), answer);
      }
      return received(request, verdict.objects(), body, answer, patience);
    }
  }

  private Status received(
      PushRequest request,
      Allowance allowance,
      ClientBody body,
      PushAnswer answer,
      KeepAlive patience)
      throws IOException, InterruptedException {
    return switch (taken(body, allowance, patience)) {
      case PackIngest.Outcome.Taken(var delivery) -> perform(request, delivery, answer);
      case PackIngest.Outcome.Refused(var why) -> {
        drain(body);
        yield refuse(request, why, answer);
      }
    };
  }

  private PackIngest.Outcome taken(ClientBody body, Allowance allowance, KeepAlive patience)
      throws IOException {
    try {
      return parts.ingest().take(space.identifier(), body, allowance, patience);
    } catch (ClientBody.GoneException e) {
      throw e;
    } catch (IOException e) {
      LOG.error("push to {} cannot be stored", space, e);
      return new PackIngest.Outcome.Refused(DiskFaults.reasonOf(e).refusal());
    }
  }

  private Status refuse(PushRequest request, Refusal why, PushAnswer answer) throws IOException {
    parts.pushes().refused(request, why);
    if (!isSaidByStatus(why, answer)) {
      answer.finish(PushReport.refused(request.commands(), why, parts.baseUrl()));
    }
    return Status.REFUSED;
  }

  /** Faults of ours are told by the status of HTTP, as long as none was sent. */
  private static boolean isSaidByStatus(Refusal why, PushAnswer answer) {
    return switch (why.reason()) {
      case STORAGE_FULL -> answer.refuse(507, why.message());
      case STORAGE_FAILURE, SERVER_BUSY -> answer.refuse(503, why.message());
      default -> false;
    };
  }

  private Status perform(PushRequest request, Delivery delivery, PushAnswer answer)
      throws IOException, InterruptedException {
    PushVerdict verdict;
    try {
      verdict = parts.pushes().perform(request, delivery).toCompletableFuture().get();
    } catch (ExecutionException | RuntimeException e) {
      LOG.error("push to {} failed", space, e);
      delivery.close();
      return refuse(request, Reason.INTERNAL.refusal(), answer);
    }
    return finish(answer, verdict);
  }

  private Status finish(PushAnswer answer, PushVerdict verdict) throws IOException {
    long refused = verdict.lines().stream().filter(Line.Refuse.class::isInstance).count();
    LOG.info("push to {}: {} of {} refs refused", space, refused, verdict.lines().size());
    Optional<Refusal> fault = verdict.onlyRefusal();
    if (fault.isEmpty() || !isSaidByStatus(fault.get(), answer)) {
      answer.finish(PushReport.of(verdict, parts.baseUrl()));
    }
    return verdict.isRefused() ? Status.REFUSED : Status.OK;
  }

  private void drain(ClientBody body) throws IOException {
    body.drain(parts.nanoTime(), DRAIN_NANOS_MAX);
  }
}
