package dev.graspd.server.egress.dial;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.CodecException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import javax.net.ssl.SSLException;

/** Translates exceptions of sockets into failures. */
public final class DialFaults {
  private DialFaults() {}

  static Failure ofConnect(Throwable cause) {
    return cause instanceof ConnectTimeoutException
        ? new Failure.TimedOut("connecting")
        : new Failure.Unreachable(textOf(cause));
  }

  /**
   * The TLS handshake failed.
   *
   * @param cut whether the connection had ended before; then TLS is not to blame
   */
  static Failure ofTls(Throwable cause, boolean cut) {
    if (cause instanceof SslHandshakeTimeoutException) {
      return new Failure.TimedOut("TLS handshake");
    }
    return cut ? new Failure.Unreachable("cut in the TLS handshake") : tls(cause);
  }

  public static Failure ofConnection(Throwable cause) {
    Throwable inner = inner(cause);
    return inner instanceof SSLException ? tls(inner) : new Failure.Unreachable(textOf(inner));
  }

  private static Failure tls(Throwable cause) {
    return new Failure.TlsFailed(textOf(cause));
  }

  /** Returns the exception inside one of a decoder. */
  public static Throwable inner(Throwable cause) {
    Throwable wrapped = cause.getCause();
    return cause instanceof CodecException && wrapped != null ? wrapped : cause;
  }

  public static String textOf(Throwable cause) {
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }
}
