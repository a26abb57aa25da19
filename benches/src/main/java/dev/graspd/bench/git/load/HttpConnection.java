package dev.graspd.bench.git.load;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A persistent connection of HTTP 1.1, with as little work as possible. Not thread-safe. */
public final class HttpConnection implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 600_000;
  private static final int BUFFER_BYTES = 1 << 16;

  private final Socket socket = new Socket();
  private final InputStream in;
  private final OutputStream out;
  private final String host;

  public HttpConnection(URI server) throws IOException {
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(
        new InetSocketAddress(server.getHost(), server.getPort() < 0 ? 80 : server.getPort()));
    in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
    out = socket.getOutputStream();
    host = server.getAuthority();
  }

  /**
   * Requests a path.
   *
   * @param headers names and values in turn
   */
  public HttpAnswer get(String path, String... headers) throws IOException {
    send(path, headers);
    return answer();
  }

  /** Requests a path and returns when the first byte of the answer is here. */
  public void awaitFirstByte(String path, String... headers) throws IOException {
    send(path, headers);
    in.mark(1);
    if (in.read() < 0) {
      throw new IOException("the server closed the connection");
    }
    in.reset();
  }

  /** Reads the answer to a request. */
  public HttpAnswer answer() throws IOException {
    return HttpAnswer.read(in);
  }

  private void send(String path, String... headers) throws IOException {
    out.write(
        head(host, "GET", path, headers)
            .append("\r\n")
            .toString()
            .getBytes(StandardCharsets.US_ASCII));
  }

  HttpAnswer post(String path, byte[] body, String... headers) throws IOException {
    out.write(post(host, path, body, headers));
    return HttpAnswer.read(in);
  }

  /** Returns a whole request as it goes over the wire. */
  static byte[] post(String host, String path, byte[] body, String... headers) {
    StringBuilder head = head(host, "POST", path, headers);
    head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
    byte[] first = head.toString().getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[first.length + body.length];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(body, 0, all, first.length, body.length);
    return all;
  }

  private static StringBuilder head(String host, String method, String path, String... headers) {
    StringBuilder head = new StringBuilder(method).append(' ').append(path);
    head.append(" HTTP/1.1\r\nHost: ").append(host).append("\r\nUser-Agent: git/2.0 bench\r\n");
    for (int i = 0; i < headers.length; i += 2) {
      head.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
    }
    return head;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
