package dev.graspd.server.git.ingest;

import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.nostr.refusal.ServerReason;
import dev.graspd.core.policy.push.PushDecision.Line;
import dev.graspd.core.policy.room.Allowance;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.family.PushVerdict;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.family.push.PushRequest;
import dev.graspd.server.gate.DiskFaults;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.git.GitMetrics.Status;
import dev.graspd.server.git.ingest.budget.RefusedException;
import dev.graspd.server.git.ingest.pack.PackIngest;
import dev.graspd.server.git.wire.PktReader;
import dev.graspd.server.requests.RequestLog;
import dev.graspd.server.requests.RequestOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One push from its first byte to its answer: read the commands, wait for a place, have them
 * judged, take the pack into quarantine if anything is allowed, have it performed, report. It has a
 * place only from the judgement to the performance: reading commands and draining a refused push
 * need none.
 */
final class Push implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Push.class);
  private static final Duration DRAIN_MAX = Duration.ofSeconds(60);

  /** The result of the push while it had a place. */
  private sealed interface Judgement {
    record Judged(PushVerdict verdict) implements Judgement {}

    /** The push as a whole is refused. */
    record Refused(Refusal why) implements Judgement {}
  }

  private final ReceiveService.Parts parts;
  private final RefSpace space;
  private final Exchange exchange;

  /** For the line in the log at the end. */
  private long readBytes;

  private long refs;
  private long refusedRefs;
  private Optional<Reason> reason = Optional.empty();

  Push(ReceiveService.Parts parts, RefSpace space, Exchange exchange) {
    this.parts = parts;
    this.space = space;
    this.exchange = exchange;
  }

  @Override
  public void run() {
    long start = parts.nanoTime().getAsLong();
    Status status = Status.ERROR;
    try (ByteBudget.Charge memory = parts.requests().force(exchange.payer(), 0);
        ClientBody body =
            new ClientBody(exchange, parts.limits(), parts.times(), parts.nanoTime())) {
      status = counted(body, memory);
    } catch (RefusedException e) {
      status = Status.REFUSED;
      refuse(e.refusal());
    } catch (IOException e) {
      status = Status.CUT;
      LOG.debug("push to {} ended: {}", space, e.toString());
      exchange.abort(e instanceof ClientBody.GoneException gone ? gone.fault() : e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      exchange.abort(e);
    } catch (RuntimeException e) {
      LOG.error("push to {} failed", space.shown(), e);
      exchange.abort(e);
    }
    Duration took = Duration.ofNanos(parts.nanoTime().getAsLong() - start);
    parts.metrics().operation(GitMetrics.Operation.PUSH, status, took);
    log(status, took);
  }

  /** A push without commands only asks whether the client may push. */
  private void log(Status status, Duration took) {
    if (status == Status.OK && refs == 0) {
      return;
    }
    boolean isBusy = status == Status.REFUSED && reason.equals(Optional.of(PushReason.PUSH_BUSY));
    RequestOutcome outcome = isBusy ? RequestOutcome.BUSY : status.outcome();
    RequestLog.push(
        new RequestLog.Request(space.shown(), exchange.payer(), readBytes, took, outcome, reason),
        refs,
        refusedRefs);
  }

  /** Refuses before the commands are known. */
  private void refuse(Refusal why) {
    reason = Optional.of(why.reason());
    switch (why.reason()) {
      case PushReason.PUSH_TOO_SLOW -> exchange.refuse(408, why.message());
      case PushReason.PUSH_BUSY -> exchange.refuse(503, why.message());
      default -> exchange.refuse(413, why.text());
    }
  }

  private Status counted(ClientBody body, ByteBudget.Charge memory)
      throws IOException, InterruptedException {
    try {
      return carryOut(body, memory);
    } finally {
      readBytes = body.readBytes();
      parts.metrics().bytes(GitMetrics.Direction.IN, readBytes);
    }
  }

  private Status carryOut(ClientBody body, ByteBudget.Charge memory)
      throws IOException, InterruptedException {
    int commandsMax = parts.limits().commands();
    return switch (new CommandListReader(new PktReader(body), commandsMax, memory).read()) {
      case CommandList.Nothing _ -> {
        new PushAnswer(exchange, PushCapabilities.NONE).finish();
        yield Status.OK;
      }
      case CommandList.Wrong wrong -> refuse(wrong, body);
      case CommandList.Commands commands -> answered(commands, body);
    };
  }

  private Status refuse(CommandList.Wrong wrong, ClientBody body) throws IOException {
    reason = Optional.of(wrong.why().reason());
    PushAnswer answer = new PushAnswer(exchange, wrong.capabilities());
    body.drain(DRAIN_MAX);
    if (wrong.capabilities().reportStatus()) {
      answer.finish(PushReport.refused(wrong.commands(), wrong.why(), parts.service()));
    } else {
      answer.refuse(400, wrong.why().message());
    }
    return Status.REFUSED;
  }

  private Status answered(CommandList.Commands list, ClientBody body)
      throws IOException, InterruptedException {
    PushRequest request =
        new PushRequest(space, list.commands(), list.capabilities().atomic(), exchange.payer());
    PushAnswer answer = new PushAnswer(exchange, list.capabilities());
    try (KeepAlive keepAlive = new KeepAlive(answer, parts.keepAliveEvery())) {
      Optional<Judgement> outcome =
          parts
              .places()
              .carryOut(exchange.payer(), body, () -> judged(request, list, body, keepAlive));
      if (outcome.isEmpty()) {
        return refuse(request, PushReason.PUSH_BUSY.refusal(), answer);
      }
      body.drain(DRAIN_MAX);
      return switch (outcome.get()) {
        case Judgement.Judged(var verdict) -> finish(answer, verdict);
        case Judgement.Refused(var why) -> {
          parts.pushes().refused(request, why);
          yield refuse(request, why, answer);
        }
      };
    }
  }

  private Judgement judged(
      PushRequest request, CommandList.Commands list, ClientBody body, KeepAlive keepAlive)
      throws IOException, InterruptedException {
    body.beginPack();
    PushVerdict verdict = parts.pushes().judge(request);
    if (verdict.isRefused()) {
      return new Judgement.Judged(verdict);
    }
    if (!verdict.wantsObjects() || !list.announcePack()) {
      body.drain(DRAIN_MAX);
      return performed(request, parts.quarantine().nothing(space.identifier()));
    }
    return switch (taken(body, verdict.objects(), keepAlive)) {
      case PackIngest.Outcome.Taken(var delivery) -> performed(request, delivery);
      case PackIngest.Outcome.Refused(var why) -> new Judgement.Refused(why);
    };
  }

  private PackIngest.Outcome taken(ClientBody body, Allowance allowance, KeepAlive keepAlive)
      throws IOException {
    try {
      return parts
          .ingest()
          .take(
              exchange.payer(),
              space.identifier(),
              body,
              allowance,
              keepAlive,
              () -> parts.pushes().packBase(space.identifier()));
    } catch (ClientBody.GoneException e) {
      throw e;
    } catch (IOException e) {
      LOG.error("push to {} cannot be stored", space.shown(), e);
      return new PackIngest.Outcome.Refused(DiskFaults.reasonOf(e).refusal());
    }
  }

  private Judgement performed(PushRequest request, PackDelivery delivery)
      throws InterruptedException {
    try {
      return new Judgement.Judged(
          parts.pushes().perform(request, delivery).toCompletableFuture().get());
    } catch (ExecutionException | RuntimeException e) {
      LOG.error("push to {} failed", space.shown(), e);
      return new Judgement.Refused(ServerReason.INTERNAL.refusal());
    }
  }

  private Status refuse(PushRequest request, Refusal why, PushAnswer answer) throws IOException {
    reason = Optional.of(why.reason());
    if (!isSaidByStatus(why, answer)) {
      answer.finish(PushReport.refused(request.commands(), why, parts.service()));
    }
    return Status.REFUSED;
  }

  /** The status of HTTP reports faults of ours, if it is not sent yet. */
  private static boolean isSaidByStatus(Refusal why, PushAnswer answer) {
    return switch (why.reason()) {
      case ServerReason.STORAGE_FULL -> answer.refuse(507, why.message());
      case ServerReason.STORAGE_FAILURE, ServerReason.SERVER_BUSY, PushReason.PUSH_BUSY ->
          answer.refuse(503, why.message());
      default -> false;
    };
  }

  private Status finish(PushAnswer answer, PushVerdict verdict) throws IOException {
    List<Refusal> refusals =
        verdict.lines().stream()
            .filter(Line.Refuse.class::isInstance)
            .map(line -> ((Line.Refuse) line).refusal())
            .toList();
    refs = verdict.lines().size();
    refusedRefs = refusals.size();
    reason = refusals.stream().findFirst().map(Refusal::reason);
    Optional<Refusal> fault = verdict.onlyRefusal();
    if (fault.isEmpty() || !isSaidByStatus(fault.get(), answer)) {
      answer.finish(PushReport.of(verdict, space, parts.service()));
    }
    return verdict.isRefused() ? Status.REFUSED : Status.OK;
  }
}
