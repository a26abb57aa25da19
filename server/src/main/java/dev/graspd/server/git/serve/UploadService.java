package dev.graspd.server.git.serve;

import dev.graspd.core.nostr.Reason;
import dev.graspd.core.nostr.Refusal;
import dev.graspd.core.repo.Refs;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.gate.HostedRepository;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.git.GitMetrics.Operation;
import dev.graspd.server.git.GitMetrics.Status;
import dev.graspd.server.git.GitService;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.wire.PktException;
import dev.graspd.server.git.wire.PktWriter;
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
 * Everything that git clients read. Advertisements and lists of refs come from memory; packs are
 * computed on a bounded pool of platform threads, under permits. Each exchange has a virtual thread
 * that waits for its client, so that nobody slow holds a place. Thread-safe.
 */
public final class UploadService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(UploadService.class);
  private static final String CONTENT_TYPE = "application/x-git-upload-pack-result";

  private static final long CLOSING_SECONDS_MAX = 5;

  /**
   * What it stands on.
   *
   * @param served tells what the refs of a whole family point at
   * @param requests the heap of requests while they are read and answered
   * @param packs the heap of packs while they are computed
   */
  public record Ground(
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
  private final SpoolMemory memory;
  private final CloneCache cache;
  private final TreeCache trees;
  private final ExecutorService waiting =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("git-answer-", 0).factory());
  private final ExecutorService computing;

  public UploadService(
      Ground ground, ServeLimits limits, String agent, GitMetrics metrics, LongSupplier nanoTime) {
    this.stores = ground.stores();
    this.limits = limits;
    this.metrics = metrics;
    this.nanoTime = nanoTime;
    this.advertisements = new Advertisements(agent, limits.advertisementCacheBytes());
    this.tags = new PeeledTags(stores);
    this.requests = new UploadRequestReader(limits);
    this.memoryOfRequests = ground.requests();
    this.heap = new PackHeap(ground.packs());
    this.permits = new Permits(limits, heap);
    this.memory = new SpoolMemory(limits.spoolMemoryBytes());
    this.cache =
        new CloneCache(
            stores.layout().quarantine(), limits.cloneCacheBytes(), limits.spoolFileBytes());
    stores.onDropped(cache::forget);
    this.trees = new TreeCache(limits.treeCacheBytes());
    stores.onDropped(trees::forget);
    this.source =
        new PackJob.Source(
            stores, tags, trees, ground.served(), heap.stepBytes(), heap.mostBytes());
    this.computing =
        Executors.newFixedThreadPool(
            limits.uploads(), Thread.ofPlatform().daemon().name("git-pack-", 0).factory());
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
        tags.in(repository.address().identifier()));
  }

  /** Returns the body of {@code info/refs?service=git-receive-pack}. */
  public byte[] advertisedForPushing(HostedRepository repository, String gitProtocol) {
    return advertisements.forPushing(
        repository.space(),
        shown(repository),
        repository.placeholders(),
        ProtocolVersion.of(gitProtocol));
  }

  /** Answers a POST that only asks for a few refs; from memory. Empty for every other one. */
  public Optional<GitService.Answer> atOnce(
      HostedRepository repository, String gitProtocol, byte[] body) {
    Refs refs = shown(repository);
    if (ProtocolVersion.of(gitProtocol) != ProtocolVersion.V2
        || !UploadRequestReader.isListing(body)
        || !tags.remember(refs)) {
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
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      listing.answer(refs, tags.in(repository.address().identifier()), new PktWriter(out));
      metrics.operation(Operation.LS_REFS, Status.OK, since(start));
      return Optional.of(new GitService.Answer(200, CONTENT_TYPE, out.toByteArray()));
    } catch (IOException e) {
      // Whoever carries it out says what is wrong with it.
      return Optional.empty();
    }
  }

  /** Sends an answer that is ready to a client that may be slow. Returns at once. */
  public void send(GitService.Answer answer, Exchange exchange) {
    try {
      waiting.execute(() -> {
        long bytes = answer.body().length;
        try (OutputStream out = exchange.answer(answer.status(), answer.contentType(), bytes)) {
          out.write(answer.body());
        } catch (IOException | RuntimeException e) {
          exchange.abort(e);
        }
      });
    } catch (RejectedExecutionException e) {
      exchange.refuse(503, Reason.SHUTTING_DOWN.refusal().message());
    }
  }

  /** Carries out a POST to {@code git-upload-pack}. Returns at once. */
  public void exchange(HostedRepository repository, Exchange exchange) {
    try {
      waiting.execute(() -> carryOut(repository, exchange));
    } catch (RejectedExecutionException e) {
      exchange.refuse(503, Reason.SHUTTING_DOWN.refusal().message());
    }
  }

  /** Ends the threads; what is being sent is cut, and so nobody writes for it any more. */
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

  /** One whose time is over answers as an empty repository. */
  private static Refs shown(HostedRepository repository) {
    return repository.standing().counts() ? repository.refs() : Refs.NONE;
  }

  private void carryOut(HostedRepository repository, Exchange exchange) {
    Optional<RequestMemory> begun = RequestMemory.begin(memoryOfRequests, exchange.payer());
    if (begun.isEmpty()) {
      WatchedFetch refused = new WatchedFetch(exchange);
      refused.refuse(503, refusal(Reason.FETCH_BUSY, refused));
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
    try (InputStream body = exchange.body(limits.bodyBytes())) {
      exchange.readWithin(limits.requestTime());
      UploadRequest request = requests.read(body, version, charged);
      Status status = answer(request, repository, exchange, start);
      if (operation(request) == Operation.LS_REFS || request instanceof UploadRequest.Nothing) {
        metrics.operation(operation(request), status, since(start));
      } else {
        ended(repository, exchange, status, start);
      }
    } catch (Exchange.BodyTooSlowException e) {
      exchange.refuse(408, refusal(Reason.FETCH_TOO_SLOW, exchange));
      ended(repository, exchange, Status.CUT, start);
    } catch (Exchange.BodyTooLargeException e) {
      exchange.refuse(413, refusal(Reason.FETCH_TOO_LARGE, exchange));
      ended(repository, exchange, Status.REFUSED, start);
    } catch (PktException e) {
      exchange.isRefused(Reason.FETCH_MALFORMED);
      exchange.refuse(
          400, Reason.FETCH_MALFORMED.refusal(String.valueOf(e.getMessage())).message());
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
          listing.answer(refs, tags.in(repository.address().identifier()), new PktWriter(out));
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
    if (why.reason() == Reason.FETCH_BUSY) {
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
      exchange.refuse(503, refusal(Reason.FETCH_BUSY, exchange));
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
    // Others may have filled the family: only what this pack really has can be too much.
    long whole =
        Math.min(heap.mostBytes(), PackCost.ofAll(stores, repository.address().identifier()));
    long heapBytes = isHeavy ? whole : Math.min(whole, heap.stepBytes());
    return new Permits.Wanted(exchange.payer(), isHeavy, heapBytes);
  }

  /** Begins an answer for all who ask the same, or joins one that somebody has just begun. */
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
        new Spool(stores.layout().quarantine(), memory, limits.spoolFileBytes(), Spool.PATIENCE)) {
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
  int waitingForPacks() {
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
