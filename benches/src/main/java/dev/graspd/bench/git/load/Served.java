package dev.graspd.bench.git.load;

import dev.graspd.bench.process.Relay;
import java.io.IOException;

/** A repository on the server under load, and its copy for C git. */
public record Served(Source source, Hosted hosted, Relay server) {
  public String path() {
    return hosted.path();
  }

  public HttpConnection connect() throws IOException {
    return new HttpConnection(server.uri());
  }

  /** Returns the cost of one of so many operations. */
  public Spent spending(int times, Spent.Work work) throws IOException, InterruptedException {
    return Spent.on(server, times, work);
  }
}
