package dev.graspd.server.egress;

/**
 * Everything that leaves this process, put together. Proxies of the environment are not used: what
 * is dialled is what was checked.
 */
public final class Egress implements AutoCloseable {
  private final Sockets sockets;
  private final WebSocketDialer webSockets;
  private final HttpFetcher http;
  private final HttpStreams streams;

  Egress(EgressSetup setup, Sockets sockets) {
    this.sockets = sockets;
    Checkpoint checkpoint = new Checkpoint(setup.rules(), setup.resolver(), new DenialLog());
    Connector connector = new Connector(sockets, new Tls(setup.trust(), setup.times().handshake()));
    this.webSockets = new WebSocketDialer(checkpoint, connector, setup);
    this.http = new HttpFetcher(checkpoint, connector, setup);
    this.streams = new HttpStreams(checkpoint, connector, setup.userAgent());
  }

  /** Starts the event loops; nothing is dialled yet. */
  public static Egress open(EgressSetup setup) {
    return new Egress(setup, new NettySockets(setup.times().connect()));
  }

  public WebSocketDialer webSockets() {
    return webSockets;
  }

  public HttpFetcher http() {
    return http;
  }

  public HttpStreams streams() {
    return streams;
  }

  /** Cuts what is still open and ends the event loops. */
  @Override
  public void close() {
    sockets.close();
  }
}
