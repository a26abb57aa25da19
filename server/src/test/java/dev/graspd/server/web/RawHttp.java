package dev.graspd.server.web;

import dev.graspd.server.web.route.RouteTest;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** An HTTP client that says exactly what the test wants, and reads when the test wants. */
public final class RawHttp implements AutoCloseable {
  /** The upload-pack of the repository that {@link ScriptedGit} has. */
  static final String FETCH = "/" + RouteTest.NPUB + "/repo.git/git-upload-pack";

  /** One answer. */
  public record Answer(int status, SortedMap<String, String> headers, byte[] body) {
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  public RawHttp(TestServer server) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), server.web().boundAddress().getPort());
    socket.setSoTimeout(60_000);
    in = new BufferedInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  public RawHttp send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  public RawHttp send(byte[] bytes) throws IOException {
    out.write(bytes);
    return this;
  }

  /** Sends a whole POST with a length. */
  public RawHttp post(byte[] body, String... headers) throws IOException {
    return send(head("HTTP/1.1", body.length, headers)).send(body);
  }

  public static String head(String version, long length, String... headers) {
    StringBuilder head = new StringBuilder("POST " + FETCH + " " + version + "\r\nHost: a\r\n");
    if (length >= 0) {
      head.append("Content-Length: ").append(length).append("\r\n");
    }
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    return head + "\r\n";
  }

  /** Reads one answer, however it gives its length. */
  public Answer answer() throws IOException {
    String status = line();
    SortedMap<String, String> headers = new TreeMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.merge(
          line.substring(0, colon).toLowerCase(Locale.ROOT),
          line.substring(colon + 1).strip(),
          (one, other) -> one + " AND " + other);
    }
    int code = Integer.parseInt(status.substring(9, 12));
    return new Answer(code, headers, code == 100 ? new byte[0] : body(headers));
  }

  private byte[] body(SortedMap<String, String> headers) throws IOException {
    if (headers.containsKey("content-length")) {
      return in.readNBytes(Integer.parseInt(headers.get("content-length")));
    }
    if (!headers.containsKey("transfer-encoding")) {
      return in.readAllBytes();
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    int size = Integer.parseInt(line(), 16);
    while (size > 0) {
      body.write(in.readNBytes(size));
      line();
      size = Integer.parseInt(line(), 16);
    }
    line();
    return body.toByteArray();
  }

  /** Reads until the server hangs up; returns how many came. */
  public long readToTheEnd() {
    byte[] buffer = new byte[65_536];
    long count = 0;
    try {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        count += read;
      }
    } catch (SocketTimeoutException e) {
      throw new UncheckedIOException(e);
    } catch (IOException _) {
      // A reset is an end too.
      return count;
    }
    return count;
  }

  /** Reads all that comes until the server hangs up. */
  public String rest() throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  public int read() throws IOException {
    return in.read();
  }

  /** Waits for so long at most whenever it reads. */
  public void timeoutMillis(int millis) throws IOException {
    socket.setSoTimeout(millis);
  }

  /** Reads until the server hangs up. */
  public String readAll() throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the server hung up after: " + line);
      }
      line.write(c);
    }
    return line.toString(StandardCharsets.ISO_8859_1).strip();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
