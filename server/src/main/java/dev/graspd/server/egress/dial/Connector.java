package dev.graspd.server.egress.dial;

import dev.graspd.server.egress.dial.AddressVerdict.Allowed;
import dev.graspd.server.egress.dial.AddressVerdict.Stopped;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Connects to a target that the guard allows: its addresses in turn until one takes the connection,
 * TLS where the scheme asks for it, then HTTP.
 */
public final class Connector {
  /** The most addresses of one name to try. */
  private static final int ATTEMPTS_MAX = 4;

  private static final int STATUS_LINE_BYTES_MAX = 4_096;
  private static final int HEADERS_BYTES_MAX = 16_384;
  private static final int CHUNK_BYTES_MAX = 16_384;

  private final AddressGuard guard;
  private final Sockets sockets;
  private final Tls tls;

  public Connector(EgressSetup setup, Sockets sockets) {
    this.guard = new AddressGuard(setup.rules(), setup.resolver(), new DenialLog());
    this.sockets = sockets;
    this.tls = new Tls(setup.trust(), setup.times().handshake());
  }

  /**
   * Checks a target, then tries its addresses.
   *
   * @param gate is asked before each address
   * @param talk makes the handler that speaks HTTP on a new connection; called once an attempt
   * @param failed makes the result if the target is refused or no address takes the connection
   * @param result completed with an exception only if there is a bug
   */
  public <R> void connect(
      Target target,
      DialGate gate,
      Supplier<ChannelHandler> talk,
      Function<Failure, R> failed,
      CompletableFuture<R> result) {
    Consumer<Failure> end = failure -> result.complete(failed.apply(failure));
    var _ =
        guard
            .check(target)
            .thenAccept(verdict -> {
              switch (verdict) {
                case Allowed allowed -> new Attempts(allowed, gate, talk, end).attempt(0);
                case Stopped(var failure) -> end.accept(failure);
              }
            })
            .exceptionally(bug -> {
              result.completeExceptionally(bug);
              return null;
            });
  }

  private final class Attempts {
    private final Allowed allowed;
    private final DialGate gate;
    private final Supplier<ChannelHandler> talk;
    private final Consumer<Failure> failed;

    Attempts(
        Allowed allowed, DialGate gate, Supplier<ChannelHandler> talk, Consumer<Failure> failed) {
      this.allowed = allowed;
      this.gate = gate;
      this.talk = talk;
      this.failed = failed;
    }

    void attempt(int number) {
      var _ =
          gate.mayDial(allowed.target().host().text(), allowed.addresses().get(number))
              .thenAccept(may -> {
                if (may) {
                  dial(number);
                } else {
                  tryNext(number + 1, new Failure.Crowded());
                }
              });
    }

    private void dial(int number) {
      InetSocketAddress address =
          new InetSocketAddress(allowed.addresses().get(number), allowed.target().port());
      ChannelFuture connected = sockets.connect(address, new Setup(allowed.target(), talk));
      var _ =
          connected.addListener(done -> {
            if (!done.isSuccess()) {
              tryNext(number + 1, DialFaults.ofConnect(done.cause()));
            }
          });
    }

    private void tryNext(int next, Failure failure) {
      if (next < Math.min(ATTEMPTS_MAX, allowed.addresses().size())) {
        attempt(next);
      } else {
        failed.accept(failure);
      }
    }
  }

  private final class Setup extends ChannelInitializer<Channel> {
    private final Target target;
    private final Supplier<ChannelHandler> talk;

    Setup(Target target, Supplier<ChannelHandler> talk) {
      this.target = target;
      this.talk = talk;
    }

    @Override
    protected void initChannel(Channel channel) {
      if (target.scheme().isSecure()) {
        channel.pipeline().addLast(tls.handlerFor(target));
      }
      HttpDecoderConfig limits =
          new HttpDecoderConfig()
              .setMaxInitialLineLength(STATUS_LINE_BYTES_MAX)
              .setMaxHeaderSize(HEADERS_BYTES_MAX)
              .setMaxChunkSize(CHUNK_BYTES_MAX);
      channel
          .pipeline()
          .addLast(
              new HttpClientCodec(
                  limits,
                  HttpClientCodec.DEFAULT_PARSE_HTTP_AFTER_CONNECT_REQUEST,
                  HttpClientCodec.DEFAULT_FAIL_ON_MISSING_RESPONSE))
          .addLast(talk.get());
    }
  }
}
