package dev.graspd.server.git.serve;

import dev.graspd.core.nostr.refusal.FetchReason;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.nostr.refusal.ServerReason;
import dev.graspd.core.repo.Refs;
import dev.graspd.server.base.HandsOver;
import dev.graspd.server.base.WorkerThread;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.UnitBudget;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.git.GitMetrics.Operation;
import dev.graspd.server.git.GitMetrics.Status;
import dev.graspd.server.git.GitService;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.serve.pack.AnswerWriter;
import dev.graspd.server.git.serve.pack.CloneCache;
import dev.graspd.server.git.serve.pack.PackCost;
import dev.graspd.server.git.serve.pack.PackHeap;
import dev.graspd.server.git.serve.pack.PackJob;
import dev.graspd.server.git.serve.pack.PackSender;
import dev.graspd.server.git.serve.pack.Packs;
import dev.graspd.server.git.serve.pack.Permits;
import dev.graspd.server.git.serve.pack.ServedTips;
import dev.graspd.server.git.serve.pack.SharedAnswer;
import dev.graspd.server.git.serve.pack.Spool;
import dev.graspd.server.git.serve.pack.TreeCache;
import dev.graspd.server.git.serve.refs.Advertisements;
import dev.graspd.server.git.serve.refs.PeeledTags;
import dev.graspd.server.git.serve.refs.Peeling;
import dev.graspd.server.git.serve.refs.ProtocolVersion;
import dev.graspd.server.git.serve.request.FetchRequest;
import dev.graspd.server.git.serve.request.RequestMemory;
import dev.graspd.server.git.serve.request.ServeLimits;
import dev.graspd.server.git.serve.request.UploadRequest;
import dev.graspd.server.git.serve.request.UploadRequestReader;
import dev.graspd.server.git.wire.PktException;
import dev.graspd.server.git.wire.PktWriter;
import dev.graspd.server.hosting.HostedRepository;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves clones and fetches. Advertisements and lists of refs come from memory; a bounded pool of
 * platform threads computes packs, under permits. Each exchange has a virtual thread that waits for
 * its client, so that a slow client holds no place. Thread-safe.
 */
public final class UploadService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(UploadService.class);
  private static final String CONTENT_TYPE = "application/x-git-upload-pack-result";

  private static final long CLOSING_SECONDS_MAX = 5;

  /**
   * The objects to serve, and the memory for it.
   *
   * @param served the targets of all refs of a family
   * @param requests the heap of requests while they are read and answered
   * @param packs the heap of packs while they are computed
   */
  public record Resources(
      ObjectStores stores, ServedTips served, ByteBudget requests, ByteBudget packs) {}

  private final ServeLimits limits;
  private final GitMetrics metrics;
  private final LongSupplier nanoTime;
  private final ObjectStores stores;
  private final Advertisements advertisements;
  private final PeeledTags tags;
  private final PackJob.Source source;
  private final UploadRequestReader requests;
  private final ByteBudget memoryOfRequests;
  private final PackHeap heap;
  private final Permits permits;
  private final UnitBudget memory;
  private final CloneCache cache;
  private final TreeCache trees;
  private final ExecutorService waiting =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("git-answer-", 0).factory());
  private final ExecutorService computing;

  public UploadService(
      Resources resources,
      ServeLimits limits,
      String agent,
      GitMetrics metrics,
      LongSupplier nanoTime) {
    this.stores = resources.stores();
    this.limits = limits;
    this.metrics = metrics;
    this.nanoTime = nanoTime;
    this.advertisements = new Advertisements(agent, limits.buffers().advertisements());
    this.tags = new PeeledTags(stores);
    this.requests = new UploadRequestReader(limits);
    this.memoryOfRequests = resources.requests();
    this.heap = new PackHeap(resources.packs());
    this.permits = new Permits(limits, heap);
    this.memory = new UnitBudget(limits.buffers().spoolMemory());
    this.cache =
        new CloneCache(
            stores.layout().quarantine(), limits.buffers().clones(), limits.buffers().spoolFile());
    stores.onDropped(cache::forget);
    this.trees = new TreeCache(limits.buffers().trees());
    stores.onDropped(trees::forget);
    this.source =
        new PackJob.Source(
            stores, tags, trees, resources.served(), heap.stepBytes(), heap.mostBytes());
    this.computing =
        Executors.newFixedThreadPool(limits.uploads().total(), WorkerThread.factory("git-pack"));
  }

  /** Returns the body of {@code info/refs?service=git-upload-pack} if it is in memory. */
  public Optional<byte[]> advertisedForReadingAtOnce(
      HostedRepository repository, String gitProtocol) {
    return advertisements.forReadingAtOnce(
        repository.space(), shown(repository), ProtocolVersion.of(gitProtocol));
  }

  /** Returns the body of {@code info/refs?service=git-receive-pack} if it is in memory. */
  public Optional<byte[]> advertisedForPushingAtOnce(
      HostedRepository repository, String gitProtocol) {
    return advertisements.forPushingAtOnce(
        repository.space(),
        shown(repository),
        repository.placeholders(),
        ProtocolVersion.of(gitProtocol));
  }

  /** Returns the body of {@code info/refs?service=git-upload-pack}; reads tags that are new. */
  public byte[] advertisedForReading(HostedRepository repository, String gitProtocol) {
    return advertisements.forReading(
        repository.space(),
        shown(repository),
        ProtocolVersion.of(gitProtocol),
        tags.in(repository.address().identifier(), shown(repository)));
  }

  /** Returns the body of {@code info/refs?service=git-receive-pack}. */
  public byte[] advertisedForPushing(HostedRepository repository, String gitProtocol) {
    return advertisements.forPushing(
        repository.space(),
        shown(repository),
        repository.placeholders(),
        ProtocolVersion.of(gitProtocol));
  }

  /** Answers a request for a few refs, from memory. Empty for every other POST. */
  public Optional<GitService.Answer> atOnce(
      HostedRepository repository, String gitProtocol, byte[] body) {
    Refs refs = shown(repository);
    if (ProtocolVersion.of(gitProtocol) != ProtocolVersion.V2
        || !UploadRequestReader.isListing(body)) {
      return Optional.empty();
    }
    long start = nanoTime.getAsLong();
    try {
      UploadRequest request =
          requests.read(
              new ByteArrayInputStream(body), ProtocolVersion.V2, RequestMemory.ofSmallRequest());
      if (!(request instanceof UploadRequest.Listing(var listing)) || !listing.isQuick(refs)) {
        return Optional.empty();
      }
      Optional<Peeling> peeling = tags.known(refs);
      if (peeling.isEmpty()) {
        return Optional.empty();
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      listing.answer(refs, peeling.get(), new PktWriter(out));
      metrics.operation(Operation.LS_REFS, Status.OK, since(start));
      return Optional.of(new GitService.Answer(200, CONTENT_TYPE, out.toByteArray()));
    } catch (IOException e) {
      // The exchange reports the fault.
      return Optional.empty();
    }
  }

  /** Sends a finished answer to a client that may be slow. Returns at once. */
  public void send(GitService.Answer answer, Exchange exchange) {
    start(
        exchange,
        () -> {
          long bytes = answer.body().length;
          try (OutputStream out = exchange.answer(answer.status(), answer.contentType(), bytes)) {
            out.write(answer.body());
          } catch (IOException | RuntimeException e) {
            exchange.abort(e);
          }
        });
  }

  /** Handles a POST to {@code git-upload-pack}. Returns at once. */
  public void exchange(HostedRepository repository, Exchange exchange) {
    start(exchange, () -> carryOut(repository, exchange));
  }

  @HandsOver
  private void start(Exchange exchange, Runnable work) {
    try {
      waiting.execute(work);
    } catch (RejectedExecutionException e) {
      exchange.refuse(503, ServerReason.SHUTTING_DOWN.refusal().message());
    }
  }

  /** Ends the threads and cuts answers that are not finished. */
  @Override
  public void close() {
    waiting.shutdownNow();
    computing.shutdownNow();
    try {
      if (!computing.awaitTermination(CLOSING_SECONDS_MAX, TimeUnit.SECONDS)) {
        LOG.warn("packs are still being computed after {} s", CLOSING_SECONDS_MAX);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** An expired repository answers as an empty one. */
  private static Refs shown(HostedRepository repository) {
    return repository.standing().counts() ? repository.refs() : Refs.NONE;
  }

  private void carryOut(HostedRepository repository, Exchange exchange) {
    Optional<RequestMemory> begun = RequestMemory.begin(memoryOfRequests, exchange.payer());
    if (begun.isEmpty()) {
      WatchedFetch refused = new WatchedFetch(exchange);
      refused.refuse(503, refusal(FetchReason.FETCH_BUSY, refused));
      ended(repository, refused, Status.BUSY, nanoTime.getAsLong());
      return;
    }
    try (RequestMemory charged = begun.get()) {
      carryOut(repository, exchange, charged);
    }
  }

  private void carryOut(HostedRepository repository, Exchange client, RequestMemory charged) {
    long start = nanoTime.getAsLong();
    WatchedFetch exchange = new WatchedFetch(client);
    ProtocolVersion version = ProtocolVersion.of(exchange.gitProtocol());
    try (InputStream body = exchange.body(limits.request().bytes())) {
      exchange.readWithin(limits.times().body());
      UploadRequest request = requests.read(body, version, charged);
      Status status = answer(request, repository, exchange, start);
      if (operation(request) == Operation.LS_REFS || request instanceof UploadRequest.Nothing) {
        metrics.operation(operation(request), status, since(start));
      } else {
        ended(repository, exchange, status, start);
      }
    } catch (Exchange.BodyTooSlowException e) {
      exchange.refuse(408, refusal(FetchReason.FETCH_TOO_SLOW, exchange));
      ended(repository, exchange, Status.CUT, start);
    } catch (Exchange.BodyTooLargeException e) {
      exchange.refuse(413, refusal(FetchReason.FETCH_TOO_LARGE, exchange));
      ended(repository, exchange, Status.REFUSED, start);
    } catch (PktException e) {
      exchange.isRefused(FetchReason.FETCH_MALFORMED);
      exchange.refuse(
          400, FetchReason.FETCH_MALFORMED.refusal(String.valueOf(e.getMessage())).message());
      ended(repository, exchange, Status.REFUSED, start);
    } catch (IOException e) {
      LOG.debug("fetch from {} ended: {}", repository.space(), e.toString());
      exchange.abort(e);
      ended(repository, exchange, Status.CUT, start);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      exchange.abort(e);
    } catch (RuntimeException e) {
      LOG.error("fetch from {} failed", repository.space().shown(), e);
      exchange.abort(e);
      ended(repository, exchange, Status.ERROR, start);
    }
  }

  private static String refusal(Reason why, WatchedFetch exchange) {
    exchange.isRefused(why);
    return why.refusal().message();
  }

  private void ended(
      HostedRepository repository, WatchedFetch exchange, Status status, long start) {
    metrics.operation(Operation.FETCH, status, since(start));
    exchange.ended(repository.space().shown(), status, since(start));
  }

  private static Operation operation(UploadRequest request) {
    return request instanceof UploadRequest.Listing ? Operation.LS_REFS : Operation.FETCH;
  }

  private Status answer(
      UploadRequest request, HostedRepository repository, WatchedFetch exchange, long start)
      throws IOException, InterruptedException {
    Refs refs = shown(repository);
    return switch (request) {
      case UploadRequest.Nothing _ -> {
        exchange.answer(200, CONTENT_TYPE).close();
        yield Status.OK;
      }
      case UploadRequest.Listing(var listing) -> {
        try (OutputStream out = exchange.answer(200, CONTENT_TYPE)) {
          listing.answer(
              refs, tags.in(repository.address().identifier(), refs), new PktWriter(out));
        }
        yield Status.OK;
      }
      case UploadRequest.Wrong(var why) -> refused(why, exchange);
      case UploadRequest.Fetch(var fetch) -> {
        exchange.asks(fetch);
        yield refs.isEmpty() && !fetch.wants().isEmpty()
            ? refused(Packs.notOurs(fetch.wants().getFirst()).why(), exchange)
            : pack(fetch, refs, repository, exchange, start);
      }
    };
  }

  private static Status refused(Refusal why, WatchedFetch exchange) throws IOException {
    exchange.isRefused(why.reason());
    if (why.reason() == FetchReason.FETCH_BUSY) {
      exchange.refuse(503, why.message());
      return Status.BUSY;
    }
    try (OutputStream out = exchange.answer(200, CONTENT_TYPE)) {
      new PktWriter(out).line("ERR " + why.text());
    }
    return Status.REFUSED;
  }

  private Status pack(
      FetchRequest request,
      Refs refs,
      HostedRepository repository,
      WatchedFetch exchange,
      long start)
      throws IOException, InterruptedException {
    Optional<CloneCache.Key> key = cache.keyOf(repository.address().identifier(), request, refs);
    Optional<CloneCache.Shared> kept = key.flatMap(cache::find);
    key.ifPresent(_ -> metrics.wholeClone(kept.isPresent()));
    if (kept.isPresent()) {
      return shared(kept.get(), exchange, start);
    }
    Optional<Permits.Permit> permit = permits.acquire(wanted(request, refs, repository, exchange));
    if (permit.isEmpty()) {
      exchange.refuse(503, refusal(FetchReason.FETCH_BUSY, exchange));
      return Status.BUSY;
    }
    Function<AnswerWriter, PackJob> job =
        answer ->
            new PackJob(
                new PackJob.Task(request, refs),
                repository.address(),
                source,
                answer,
                permit.get());
    if (key.isPresent()) {
      Optional<CloneCache.Shared> begun = shared(key.get(), job, permit.get());
      if (begun.isPresent()) {
        return shared(begun.get(), exchange, start);
      }
    }
    return alone(job, permit.get(), exchange, start);
  }

  private Permits.Wanted wanted(
      FetchRequest request, Refs refs, HostedRepository repository, Exchange exchange) {
    boolean isHeavy = request.isHeavy(refs);
    // Siblings may have filled the family: only the pack itself can be too large.
    long whole =
        Math.min(heap.mostBytes(), PackCost.ofAll(stores, repository.address().identifier()));
    long heapBytes = isHeavy ? whole : Math.min(whole, heap.stepBytes());
    return new Permits.Wanted(exchange.payer(), isHeavy, heapBytes);
  }

  /** Begins an answer for all equal requests, or joins one that has just begun. */
  private Optional<CloneCache.Shared> shared(
      CloneCache.Key key, Function<AnswerWriter, PackJob> job, Permits.Permit permit)
      throws InterruptedException {
    Optional<CloneCache.Shared> begun = cache.begin(key, job::apply);
    if (begun.isPresent()) {
      SharedAnswer answer = begun.get().answer();
      compute(
          () -> {
            answer.job().run();
            cache.ended(key, answer, answer.job().status() == Status.OK);
          },
          permit);
      return begun;
    }
    Optional<CloneCache.Shared> joined = cache.find(key);
    if (joined.isPresent()) {
      permit.close();
    }
    return joined;
  }

  private Status shared(CloneCache.Shared shared, WatchedFetch exchange, long start)
      throws IOException, InterruptedException {
    try (SharedAnswer.Reader reader = shared.reader()) {
      PackJob job = shared.answer().job();
      exchange.isComputed(job);
      new PackSender(job, reader, exchange, limits, metrics, nanoTime).send(CONTENT_TYPE, start);
      return job.status();
    }
  }

  private Status alone(
      Function<AnswerWriter, PackJob> job, Permits.Permit permit, WatchedFetch exchange, long start)
      throws IOException, InterruptedException {
    try (Spool spool =
        new Spool(
            stores.layout().quarantine(),
            memory,
            limits.buffers().spoolFile(),
            Spool.READER_WAIT_MAX,
            nanoTime)) {
      PackJob computed = job.apply(spool);
      exchange.isComputed(computed);
      compute(computed, permit);
      new PackSender(computed, spool, exchange, limits, metrics, nanoTime)
          .send(CONTENT_TYPE, start);
      return computed.status();
    }
  }

  private void compute(Runnable job, Permits.Permit permit) throws InterruptedException {
    try {
      computing.execute(job);
    } catch (RejectedExecutionException e) {
      permit.close();
      throw new InterruptedException();
    }
  }

  /** Returns how many bytes of answers are kept. */
  public long cacheBytes() {
    return cache.bytes();
  }

  /** Returns how many requests wait until they may be computed. */
  public int waitingForPacks() {
    return permits.waiting();
  }

  /** Returns how many bytes of directories are kept. */
  long treeBytes() {
    return trees.bytes();
  }

  private Duration since(long start) {
    return Duration.ofNanos(nanoTime.getAsLong() - start);
  }
}
