package dev.graspd.server.egress;

import dev.graspd.server.egress.Clearance.Cleared;
import dev.graspd.server.egress.Clearance.Stopped;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Opens WebSockets to other servers. For all threads. */
public final class WebSocketDialer {
  private static final int NONCE_BYTES = 16;

  private final Checkpoint checkpoint;
  private final Connector connector;
  private final EgressSetup setup;

  WebSocketDialer(Checkpoint checkpoint, Connector connector, EgressSetup setup) {
    this.checkpoint = checkpoint;
    this.connector = connector;
    this.setup = setup;
  }

  /**
   * Tries once to open a WebSocket.
   *
   * @param open is called on the link's event loop before anything is read from it, and says who
   *     listens
   * @return completes with a value; with an exception only if there is a bug
   */
  public CompletionStage<DialResult> dial(
      Target target, Function<WebSocketLink, WebSocketLink.Listener> open) {
    CompletableFuture<DialResult> result = new CompletableFuture<>();
    var _ =
        checkpoint
            .check(target)
            .thenAccept(clearance -> connect(clearance, open, result))
            .exceptionally(bug -> {
              result.completeExceptionally(bug);
              return null;
            });
    return result;
  }

  private void connect(
      Clearance clearance,
      Function<WebSocketLink, WebSocketLink.Listener> open,
      CompletableFuture<DialResult> result) {
    switch (clearance) {
      case Cleared cleared ->
          connector.connect(
              cleared,
              () -> upgrade(cleared.target(), open, result),
              failure -> fail(result, failure));
      case Stopped(var failure) -> fail(result, failure);
    }
  }

  private ChannelHandler upgrade(
      Target target,
      Function<WebSocketLink, WebSocketLink.Listener> open,
      CompletableFuture<DialResult> result) {
    byte[] nonce = new byte[NONCE_BYTES];
    setup.random().nextBytes(nonce);
    return new UpgradeHandler(
        new UpgradeHandler.Request(
            target, setup.userAgent(), true, nonce, setup.times().handshake()),
        (ctx, deflate) -> begin(ctx, link(target, ctx, deflate), open, result),
        failure -> fail(result, failure));
  }

  private LinkHandler link(Target target, ChannelHandlerContext ctx, boolean deflate) {
    LinkLimits limits = LinkLimits.of(setup.times());
    return new LinkHandler(target, ctx.channel(), limits, deflate, setup.random());
  }

  private static void begin(
      ChannelHandlerContext ctx,
      LinkHandler link,
      Function<WebSocketLink, WebSocketLink.Listener> open,
      CompletableFuture<DialResult> result) {
    link.begin(open);
    ctx.pipeline().addLast(link);
    result.complete(new DialResult.Opened(link));
  }

  private static void fail(CompletableFuture<DialResult> result, Failure failure) {
    result.complete(new DialResult.Failed(failure));
  }
}
