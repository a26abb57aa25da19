package dev.graspd.server.egress;

import dev.graspd.server.egress.dial.Connector;
import dev.graspd.server.egress.dial.EgressSetup;
import dev.graspd.server.egress.dial.Sockets;
import dev.graspd.server.egress.http.HttpClient;
import dev.graspd.server.egress.http.HttpFetcher;
import dev.graspd.server.egress.ws.WebSocketDialer;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * All outgoing connections of this process. Proxies of the environment are not used: we dial the
 * addresses that we checked.
 */
public final class Egress implements AutoCloseable {
  private final Sockets sockets;
  private final WebSocketDialer webSockets;
  private final HttpClient http;
  private final HttpFetcher documents;

  Egress(EgressSetup setup, Sockets sockets) {
    this.sockets = sockets;
    Connector connector = new Connector(setup, sockets);
    this.webSockets = new WebSocketDialer(connector, setup);
    this.http = new HttpClient(connector, setup.userAgent());
    this.documents = new HttpFetcher(http, setup.times());
  }

  /** Starts the event loops; nothing is dialled yet. */
  public static Egress open(EgressSetup setup) {
    return new Egress(setup, Sockets.open(setup.times().connect()));
  }

  public WebSocketDialer webSockets() {
    return webSockets;
  }

  public HttpClient http() {
    return http;
  }

  public HttpFetcher documents() {
    return documents;
  }

  /** Returns the threads of all connections, each as one that runs what it is given. */
  public List<Executor> loops() {
    return sockets.loops();
  }

  /** Cuts all connections and ends the event loops. */
  @Override
  public void close() {
    sockets.close();
  }
}
