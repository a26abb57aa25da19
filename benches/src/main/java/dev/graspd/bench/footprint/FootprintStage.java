package dev.graspd.bench.footprint;

import dev.graspd.bench.git.load.CommitChain;
import dev.graspd.bench.git.load.Hosted;
import dev.graspd.bench.git.load.HttpConnection;
import dev.graspd.bench.git.load.PackAnswer;
import dev.graspd.bench.git.load.Publisher;
import dev.graspd.bench.git.load.PushBody;
import dev.graspd.bench.git.load.Request;
import dev.graspd.bench.git.load.SignedPushes;
import dev.graspd.bench.git.load.Source;
import dev.graspd.bench.load.FrameBlock;
import dev.graspd.bench.load.Ingest;
import dev.graspd.bench.load.LoadClient;
import dev.graspd.bench.load.Requests;
import dev.graspd.bench.process.Relay;
import dev.graspd.testkit.Signer;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** One server with a small repository whose issues and pushes are the load. */
final class FootprintStage {
  private static final Ingest.Shape PIPELINED = new Ingest.Shape(8, 1_000);
  private static final Ingest.Shape LIGHT = new Ingest.Shape(1, 10);
  private static final long OLDEST_SECONDS = 400_000;
  private static final int CHUNK = 5_000;
  private static final int CHAIN = 200;
  private static final int SMALL_LIMIT = 20;
  private static final int LARGE_LIMIT = 500;
  private static final double QUERIES_PER_SECOND = 200;

  private final Relay server;
  private final LoadClient client;
  private final Source large;
  private final Hosted talked;
  private final RepositoryTalk talk;
  private long seconds = Instant.now().getEpochSecond() - OLDEST_SECONDS;
  private int repositories;
  private SignedPushes pushes;
  private Hosted pushed;
  private List<CommitChain.Link> chain = List.of();

  @SuppressWarnings("NullAway.Init") // the repository of pushes comes with the first chain
  FootprintStage(Relay server, LoadClient client, Source large) throws IOException {
    this.server = server;
    this.client = client;
    this.large = large;
    this.talked = announced();
    this.talk = new RepositoryTalk(talked.address());
    push(talked, CommitChain.of(1).getFirst());
  }

  private long nextSeconds() {
    return seconds++;
  }

  private Hosted announced() {
    String name = "footprint-" + ++repositories;
    Hosted hosted = new Hosted(server.uri(), Signer.named(name), name);
    try (Publisher publisher = new Publisher(server.uri())) {
      publisher.publish(hosted.announcement(nextSeconds()));
    }
    return hosted;
  }

  private void push(Hosted hosted, CommitChain.Link link) throws IOException {
    new SignedPushes(hosted, this::nextSeconds).push(List.of(link));
  }

  /** Publishes new events, as fast as the server takes them. */
  void events(int count) throws InterruptedException {
    for (int left = count; left > 0; left -= CHUNK) {
      publish(Math.min(CHUNK, left), PIPELINED);
    }
  }

  private void publish(int count, Ingest.Shape shape) throws InterruptedException {
    FrameBlock frames = talk.next(count);
    double _ = Ingest.welcomed(client, server.uri(), frames, shape);
    frames.release();
  }

  /** Asks for the newest events of the repository. */
  void queries(int count) throws InterruptedException {
    queries(count, SMALL_LIMIT);
  }

  private void queries(int count, int limit) throws InterruptedException {
    FrameBlock requests =
        FrameBlock.of(
            IntStream.range(0, Requests.IDS)
                .mapToObj(id ->
                    "[\"REQ\",\"%d\",{\"#a\":[\"%s\"],\"limit\":%d}]"
                        .formatted(id, talked.address(), limit))
                .toArray(String[]::new));
    Requests.Result _ =
        Requests.openLoop(client, server.uri(), requests, count, QUERIES_PER_SECOND);
    requests.release();
  }

  /** One turn of a small server's day: some of everything. */
  void turn() throws IOException, InterruptedException {
    publish(10, LIGHT);
    queries(16, SMALL_LIMIT);
    queries(1, LARGE_LIMIT);
    pushAndClone();
    pages();
  }

  private void pushAndClone() throws IOException {
    if (chain.isEmpty()) {
      pushed = announced();
      pushes = new SignedPushes(pushed, this::nextSeconds);
      chain = CommitChain.of(CHAIN);
    }
    CommitChain.Link link = chain.getFirst();
    chain = chain.subList(1, chain.size());
    List<SignedPushes.Took> _ = pushes.push(List.of(link));
    clone(pushed, List.of(link.to()));
  }

  private static void clone(Hosted hosted, List<String> wants) throws IOException {
    try (HttpConnection connection = new HttpConnection(hosted.server())) {
      byte[] answer = Request.allAnew(wants).send(connection, hosted.path());
      if (PackAnswer.read(answer).objects() == 0) {
        throw new IllegalStateException("a clone is empty");
      }
    }
  }

  private void pages() throws IOException {
    String repository = pushed.path().substring(0, pushed.path().length() - ".git".length());
    try (HttpConnection connection = new HttpConnection(server.uri())) {
      for (String path : List.of("/", "/repos", repository, "/status", "/api/v1/repositories")) {
        byte[] _ = connection.get(path).ok();
      }
    }
  }

  /** Pushes a large repository into a new one, and clones it. */
  void largePushAndClone() throws IOException {
    Hosted hosted = announced();
    try (Publisher publisher = new Publisher(server.uri())) {
      publisher.publish(hosted.state(nextSeconds(), large.refs()));
    }
    try (HttpConnection connection = new HttpConnection(server.uri())) {
      byte[] body = PushBody.creating(large.refs(), Files.readAllBytes(large.pack()));
      PushBody.send(connection, hosted.path(), body);
    }
    clone(hosted, List.copyOf(large.refs().values()));
  }
}
