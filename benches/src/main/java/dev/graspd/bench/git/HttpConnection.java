package dev.graspd.bench.git;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One connection of HTTP 1.1 that stays open; as little work as possible. Not thread-safe. */
final class HttpConnection implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 600_000;
  private static final int BUFFER_BYTES = 1 << 16;

  /** What came back. */
  record Response(int status, byte[] body) {
    /** Returns the body of an answer that must be a good one. */
    byte[] ok() {
      if (status != 200) {
        throw new IllegalStateException(
            "answered by " + status + ": " + new String(body, StandardCharsets.UTF_8));
      }
      return body;
    }
  }

  private final Socket socket = new Socket();
  private final InputStream in;
  private final OutputStream out;
  private final String host;

  HttpConnection(URI server) throws IOException {
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(
        new InetSocketAddress(server.getHost(), server.getPort() < 0 ? 80 : server.getPort()));
    in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
    out = socket.getOutputStream();
    host = server.getAuthority();
  }

  Response get(String path, String... headers) throws IOException {
    out.write(head("GET", path, headers).append("\r\n").toString().getBytes(US_ASCII));
    return response();
  }

  Response post(String path, byte[] body, String... headers) throws IOException {
    StringBuilder head = head("POST", path, headers);
    head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
    byte[] first = head.toString().getBytes(US_ASCII);
    byte[] all = new byte[first.length + body.length];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(body, 0, all, first.length, body.length);
    out.write(all);
    return response();
  }

  private static final java.nio.charset.Charset US_ASCII = StandardCharsets.US_ASCII;

  private StringBuilder head(String method, String path, String... headers) {
    StringBuilder head = new StringBuilder(method).append(' ').append(path);
    head.append(" HTTP/1.1\r\nHost: ").append(host).append("\r\nUser-Agent: git/2.0 bench\r\n");
    for (int i = 0; i < headers.length; i += 2) {
      head.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
    }
    return head;
  }

  private Response response() throws IOException {
    String status = line();
    long length = -1;
    boolean chunked = false;
    for (String header = line(); !header.isEmpty(); header = line()) {
      String lower = header.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Long.parseLong(lower.substring("content-length:".length()).strip());
      } else if (lower.startsWith("transfer-encoding:")) {
        chunked = lower.contains("chunked");
      }
    }
    byte[] body = chunked ? chunks() : exactly((int) Math.max(0, length));
    return new Response(Integer.parseInt(status.split(" ", 3)[1]), body);
  }

  private byte[] chunks() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream(BUFFER_BYTES);
    for (int size = size(); size > 0; size = size()) {
      body.write(exactly(size));
      line();
    }
    line();
    return body.toByteArray();
  }

  private int size() throws IOException {
    return Integer.parseInt(line().strip(), 16);
  }

  private byte[] exactly(int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new IOException("the server closed the connection in its answer");
    }
    return bytes;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new IOException("the server closed the connection");
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
