package dev.graspd.server.egress.ws;

import dev.graspd.server.egress.dial.Connector;
import dev.graspd.server.egress.dial.DialGate;
import dev.graspd.server.egress.dial.EgressSetup;
import dev.graspd.server.egress.dial.Target;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Opens WebSockets to other servers. For all threads. */
public record WebSocketDialer(Connector connector, EgressSetup setup) {
  private static final int NONCE_BYTES = 16;

  /**
   * Tries once to open a WebSocket.
   *
   * @param open is called on the link's event loop before anything is read from it, and returns the
   *     listener
   * @return completes with a value; with an exception only if there is a bug
   */
  public CompletionStage<DialResult> dial(
      Target target, Function<WebSocketLink, WebSocketLink.Listener> open) {
    CompletableFuture<DialResult> result = new CompletableFuture<>();
    connector.connect(
        target,
        DialGate.open(),
        () -> upgrade(target, open, result),
        DialResult.Failed::new,
        result);
    return result;
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
        failure -> result.complete(new DialResult.Failed(failure)));
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
}
