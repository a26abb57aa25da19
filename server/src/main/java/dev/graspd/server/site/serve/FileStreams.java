package dev.graspd.server.site.serve;

import dev.graspd.core.nostr.refusal.PageReason;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.charge.UnitBudget;
import dev.graspd.server.git.Exchange;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.serve.pack.AnswerReader.Found;
import dev.graspd.server.git.serve.pack.Spool;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.download.DownloadCache;
import dev.graspd.server.web.site.SiteReply;
import dev.graspd.server.web.site.SiteRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends files of a repository as they are, and downloads of its trees. They are made on a thread of
 * pages, into a buffer that becomes a file without a name if the client is slow; another thread
 * sends them, so a slow client keeps neither a thread of pages nor packs in place. Thread-safe.
 */
public final class FileStreams implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FileStreams.class);

  /** Memory of all files that wait for their clients; beyond it they wait on disk. */
  private static final long MEMORY_BYTES_MAX = 16L << 20;

  /** One file on disk while it waits for its client: more than any download has. */
  private static final long WAITING_BYTES_MAX = 2L << 30;

  private static final int SENT_BYTES = 64 << 10;

  private final ObjectStores stores;
  private final LongSupplier nanoTime;
  private final ByteBudget room;
  private final DownloadCache downloads;
  private final UnitBudget memory = new UnitBudget(MEMORY_BYTES_MAX);
  private final ExecutorService senders =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("site-file-", 0).factory());

  /**
   * Sends nothing yet.
   *
   * @param room the disk for files that wait for their clients
   * @param downloads those that are kept
   */
  public FileStreams(
      ObjectStores stores, ByteBudget room, DownloadCache downloads, LongSupplier nanoTime) {
    this.stores = stores;
    this.room = room;
    this.downloads = downloads;
    this.nanoTime = nanoTime;
  }

  /** Returns the headers of a file or download, and makes nothing. */
  SiteReply head(SiteRequest request, RepositoryView view, HostedRepository repository) {
    try (CodeReader code = CodeReader.open(stores, repository)) {
      return switch (find(request, view, repository, code)) {
        case FileAnswer.Refused(var reply) -> reply;
        case FileAnswer.Body body ->
            new SiteReply(body.status(), body.headersWithLength(), new byte[0]);
        case FileAnswer.Ready(var headers, var content) -> {
          content.close();
          yield new SiteReply(200, headers, new byte[0]);
        }
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a file or download. Returns when it is made; the client may read longer. */
  void send(
      SiteRequest request, RepositoryView view, HostedRepository repository, Exchange exchange) {
    try (CodeReader code = CodeReader.open(stores, repository)) {
      switch (find(request, view, repository, code)) {
        case FileAnswer.Refused(var reply) -> whole(reply, exchange);
        case FileAnswer.Body body -> make(request.payer(), body, exchange);
        case FileAnswer.Ready ready -> send(request.payer(), ready, exchange);
      }
    } catch (IOException | RuntimeException e) {
      exchange.abort(e);
    }
  }

  private FileAnswer find(
      SiteRequest request, RepositoryView view, HostedRepository repository, CodeReader code)
      throws IOException {
    try {
      return new FileAnswers(code, repository.address(), new PageBudgets(nanoTime), downloads)
          .find(request, view);
    } catch (IOException e) {
      if (CodeReader.isOfLostData(e)) {
        return new FileAnswer.Refused(SiteReplies.refused(503, PageReason.PAGE_DATA_LOST));
      }
      throw e;
    }
  }

  private static void whole(SiteReply reply, Exchange exchange) throws IOException {
    OptionalLong length = OptionalLong.of(reply.body().length);
    try (OutputStream out = exchange.answer(reply.status(), reply.headers(), length)) {
      out.write(reply.body());
    }
  }

  private void make(Payer payer, FileAnswer.Body body, Exchange exchange) throws IOException {
    Optional<ByteBudget.Charge> charge = room.take(payer, body.roomBytes());
    if (charge.isEmpty()) {
      whole(SiteReplies.refused(503, PageReason.PAGE_BUSY), exchange);
      return;
    }
    Spool spool =
        new Spool(
            stores.layout().quarantine(),
            memory,
            WAITING_BYTES_MAX,
            Spool.READER_WAIT_MAX,
            nanoTime);
    Making making = new Making();
    senders.execute(() -> pass(body, spool, charge.get(), making, exchange));
    Optional<DownloadCache.Writer> kept = body.kept().flatMap(downloads::begin);
    try (OutputStream out = spool.sink()) {
      body.content().writeTo(kept.map(writer -> writer.beside(out)).orElse(out));
      making.isWhole = true;
    } catch (IOException | RuntimeException e) {
      LOG.debug("a file is not whole", e);
    } finally {
      spool.finish();
      kept.ifPresent(writer -> {
        if (making.isWhole) {
          writer.whole();
        } else {
          writer.giveUp();
        }
      });
    }
  }

  private void send(Payer payer, FileAnswer.Ready ready, Exchange exchange) throws IOException {
    Optional<ByteBudget.Charge> charge = room.take(payer, ready.content().length());
    if (charge.isEmpty()) {
      ready.content().close();
      whole(SiteReplies.refused(503, PageReason.PAGE_BUSY), exchange);
      return;
    }
    senders.execute(() -> pass(ready, charge.get(), exchange));
  }

  /** Passes on a download that is here. */
  private static void pass(FileAnswer.Ready ready, ByteBudget.Charge charge, Exchange exchange) {
    try (charge;
        DownloadCache.Reader content = ready.content()) {
      OutputStream out = exchange.answer(200, ready.headers(), OptionalLong.of(content.length()));
      content.copyTo(out, new byte[SENT_BYTES]);
      out.close();
    } catch (IOException | RuntimeException e) {
      exchange.abort(e);
    }
  }

  /** Whether the whole file was made; not so after any kind of failure. */
  private static final class Making {
    private volatile boolean isWhole;

    void requireWhole() throws IOException {
      if (!isWhole) {
        throw new IOException("the file is not whole");
      }
    }
  }

  /** Passes bytes on to the client as they come. */
  private static void pass(
      FileAnswer.Body body,
      Spool made,
      ByteBudget.Charge charge,
      Making making,
      Exchange exchange) {
    try (charge;
        Spool spool = made) {
      OutputStream out = exchange.answer(body.status(), body.headers(), body.length());
      byte[] buffer = new byte[SENT_BYTES];
      Found found = spool.await(TimeUnit.MINUTES.toNanos(1));
      while (found != Found.END) {
        int count = found == Found.BYTES ? spool.take(buffer) : 0;
        out.write(buffer, 0, count);
        found = spool.await(TimeUnit.MINUTES.toNanos(1));
      }
      // The end of an answer means that it is whole.
      making.requireWhole();
      out.close();
    } catch (IOException | RuntimeException e) {
      exchange.abort(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      exchange.abort(e);
    }
  }

  @Override
  public void close() {
    senders.shutdownNow();
  }
}
