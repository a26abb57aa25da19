package dev.graspd.server.egress;

import dev.graspd.server.egress.Clearance.Cleared;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Connects to a cleared target: its addresses in turn until one takes the connection, TLS where the
 * scheme asks for it, then HTTP.
 */
final class Connector {
  /** Addresses of one name that are tried. */
  private static final int ATTEMPTS_MAX = 4;

  private static final int STATUS_LINE_BYTES_MAX = 4_096;
  private static final int HEADERS_BYTES_MAX = 16_384;
  private static final int CHUNK_BYTES_MAX = 16_384;

  private final Sockets sockets;
  private final Tls tls;

  Connector(Sockets sockets, Tls tls) {
    this.sockets = sockets;
    this.tls = tls;
  }

  /** Tries the addresses, without asking anybody. */
  void connect(Cleared cleared, Supplier<ChannelHandler> talk, Consumer<Failure> failed) {
    connect(cleared, DialGate.open(), talk, failed);
  }

  /**
   * Tries the addresses.
   *
   * @param gate is asked before each of them
   * @param talk makes the handler that speaks HTTP on a new connection; asked once an attempt
   * @param failed is told if no address takes the connection
   */
  void connect(
      Cleared cleared, DialGate gate, Supplier<ChannelHandler> talk, Consumer<Failure> failed) {
    new Attempts(cleared, gate, talk, failed).attempt(0);
  }

  /** The attempts to reach one target. */
  private final class Attempts {
    private final Cleared cleared;
    private final DialGate gate;
    private final Supplier<ChannelHandler> talk;
    private final Consumer<Failure> failed;

    Attempts(
        Cleared cleared, DialGate gate, Supplier<ChannelHandler> talk, Consumer<Failure> failed) {
      this.cleared = cleared;
      this.gate = gate;
      this.talk = talk;
      this.failed = failed;
    }

    void attempt(int number) {
      var _ =
          gate.mayDial(cleared.target().host().text(), cleared.addresses().get(number))
              .thenAccept(may -> {
                if (may) {
                  dial(number);
                } else {
                  goOn(number + 1, new Failure.Crowded());
                }
              });
    }

    private void dial(int number) {
      InetSocketAddress address =
          new InetSocketAddress(cleared.addresses().get(number), cleared.target().port());
      ChannelFuture connected = sockets.connect(address, new Setup(cleared.target(), talk));
      var _ =
          connected.addListener(done -> {
            if (!done.isSuccess()) {
              goOn(number + 1, Faults.ofConnect(done.cause()));
            }
          });
    }

    private void goOn(int next, Failure failure) {
      if (next < Math.min(ATTEMPTS_MAX, cleared.addresses().size())) {
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
