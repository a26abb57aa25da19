package dev.graspd.testkit;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A WebSocket client on a plain socket, so that tests can send what no library would: any bytes,
 * any frame, half of a message. Blocking; every wait ends at a deadline. Not thread-safe, except
 * that one thread may send while another receives. Pings are answered while receiving.
 */
public final class RawWebSocket implements AutoCloseable {
  public static final int CONTINUATION = 0;
  public static final int TEXT = 1;
  public static final int BINARY = 2;
  public static final int CLOSE = 8;
  public static final int PING = 9;
  public static final int PONG = 10;

  /** A busy machine is slow; a hanging test should still end. */
  private static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(60);

  /** Masking with zeros leaves the payload as it is; servers only ask that the bit is set. */
  private static final byte[] MASK = {0, 0, 0, 0};

  /** More than any server under test should send in one message. */
  static final int MESSAGE_BYTES_MAX = 64 << 20;

  /** What came from the server. */
  public sealed interface Received {
    record Text(String text) implements Received {}

    record Binary(byte[] bytes) implements Received {}

    record Pong(byte[] bytes) implements Received {}

    /** A close frame; code 1005 when it carried none. */
    record Closed(int code, String reason) implements Received {}

    /** The connection ended, without a close frame unless one was received before. */
    record Ended() implements Received {}
  }

  /** The server did not upgrade; here is what it said instead. */
  public static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int status;
    private final transient SortedMap<String, String> headers;
    private final String body;

    Refused(int status, SortedMap<String, String> headers, String body) {
      super("no upgrade: HTTP " + status + " " + body);
      this.status = status;
      this.headers = headers;
      this.body = body;
    }

    public int status() {
      return status;
    }

    /** Returns the headers; names in lower case, repeated ones joined by comma. */
    public SortedMap<String, String> headers() {
      return headers;
    }

    public String body() {
      return body;
    }
  }

  /** How to connect. Not thread-safe. */
  public static final class Builder {
    private final URI uri;
    private final List<String> headerLines = new ArrayList<>();
    private Duration deadline = DEFAULT_DEADLINE;
    private int receiveBufferBytes;
    private boolean pongs = true;

    private Builder(URI uri) {
      this.uri = uri;
    }

    public Builder header(String name, String value) {
      headerLines.add(name + ": " + value);
      return this;
    }

    /** Offers permessage-deflate, as browsers do. */
    public Builder deflate() {
      return header("Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits");
    }

    /** How long one receive may wait. */
    public Builder deadline(Duration each) {
      deadline = each;
      return this;
    }

    /** A small kernel buffer makes a slow reader felt early. */
    public Builder receiveBufferBytes(int bytes) {
      receiveBufferBytes = bytes;
      return this;
    }

    /** Leaves pings unanswered, as a dead peer does. */
    public Builder withoutPongs() {
      pongs = false;
      return this;
    }

    /**
     * Connects and upgrades.
     *
     * @throws Refused if the server answers with anything but 101
     */
    public RawWebSocket connect() {
      try {
        return new RawWebSocket(this);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;
  private final Duration deadline;
  private final boolean pongs;
  private int pingsReceived;
  private int compressedReceived;
  private final SortedMap<String, String> handshakeHeaders;

  private RawWebSocket(Builder how) throws IOException {
    deadline = how.deadline;
    pongs = how.pongs;
    socket = new Socket();
    if (how.receiveBufferBytes > 0) {
      socket.setReceiveBufferSize(how.receiveBufferBytes);
    }
    socket.setTcpNoDelay(true);
    int port = how.uri.getPort() < 0 ? 80 : how.uri.getPort();
    socket.connect(
        new InetSocketAddress(how.uri.getHost(), port), Math.toIntExact(deadline.toMillis()));
    socket.setSoTimeout(Math.toIntExact(deadline.toMillis()));
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 14));
    out = new BufferedOutputStream(socket.getOutputStream(), 1 << 16);
    try {
      handshakeHeaders = handshake(how);
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  public static Builder to(URI uri) {
    return new Builder(uri);
  }

  public static RawWebSocket connect(URI uri) {
    return to(uri).connect();
  }

  /** Returns a header of the upgrade answer. */
  public Optional<String> handshakeHeader(String name) {
    return Optional.ofNullable(handshakeHeaders.get(name.toLowerCase(Locale.ROOT)));
  }

  /** Returns whether the server agreed to compress. */
  public boolean deflates() {
    return handshakeHeader("sec-websocket-extensions")
        .filter(extensions -> extensions.contains("permessage-deflate"))
        .isPresent();
  }

  public int pingsReceived() {
    return pingsReceived;
  }

  /** Returns how many messages came compressed. */
  public int compressedReceived() {
    return compressedReceived;
  }

  // ---- sending

  public void sendText(String text) {
    sendFrame(TEXT, true, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Sends the text compressed, without context. */
  public void sendDeflated(String text) {
    byte[] payload = PermessageDeflate.deflate(text.getBytes(StandardCharsets.UTF_8));
    sendBytes(header(0x80 | 0x40 | TEXT, payload.length), payload);
  }

  public void sendFrame(int opcode, boolean last, byte[] payload) {
    sendBytes(header((last ? 0x80 : 0) | opcode, payload.length), payload);
  }

  /** Sends the text in so many frames. */
  public void sendFragments(String text, int fragments) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < fragments; i++) {
      int from = (int) ((long) bytes.length * i / fragments);
      int to = (int) ((long) bytes.length * (i + 1) / fragments);
      sendFrame(
          i == 0 ? TEXT : CONTINUATION, i == fragments - 1, Arrays.copyOfRange(bytes, from, to));
    }
  }

  public void sendClose(int code, String reason) {
    byte[] text = reason.getBytes(StandardCharsets.UTF_8);
    sendFrame(
        CLOSE, true, ByteBuffer.allocate(2 + text.length).putShort((short) code).put(text).array());
  }

  /** Sends these bytes as they are, outside any frame. */
  public void sendBytes(byte[]... parts) {
    try {
      queueBytes(parts);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Like {@link #sendText}, but may stay in our buffer until the next send or {@link #flush}. */
  public void queueText(String text) {
    byte[] payload = text.getBytes(StandardCharsets.UTF_8);
    try {
      queueBytes(header(0x80 | TEXT, payload.length), payload);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void flush() {
    sendBytes();
  }

  private void queueBytes(byte[]... parts) throws IOException {
    for (byte[] part : parts) {
      out.write(part);
    }
  }

  /** Returns a masked frame's header; the first byte and the length are taken as given. */
  public static byte[] header(int firstByte, long payloadBytes) {
    ByteBuffer header = ByteBuffer.allocate(14).put((byte) firstByte);
    if (payloadBytes < 126) {
      header.put((byte) (0x80 | payloadBytes));
    } else if (payloadBytes < 1 << 16) {
      header.put((byte) (0x80 | 126)).putShort((short) payloadBytes);
    } else {
      header.put((byte) (0x80 | 127)).putLong(payloadBytes);
    }
    header.put(MASK);
    return Arrays.copyOf(header.array(), header.position());
  }

  // ---- receiving

  /** Returns the next text message; anything else is an {@link AssertionError}. */
  public String receiveText() {
    Received received = receive();
    if (received instanceof Received.Text(String text)) {
      return text;
    }
    throw new AssertionError("expected a text message, got " + received);
  }

  /** Reads on until the server's close frame; an end without one is an {@link AssertionError}. */
  public Received.Closed receiveClose() {
    while (true) {
      Received received = receive();
      if (received instanceof Received.Closed closed) {
        return closed;
      }
      if (received instanceof Received.Ended) {
        throw new AssertionError("the connection ended without a close frame");
      }
    }
  }

  /** Reads on until the connection ends; returns whether it did before the deadline. */
  public boolean endsBeforeDeadline() {
    try {
      Received received;
      do {
        received = receive();
      } while (!(received instanceof Received.Ended));
      return true;
    } catch (DeadlinePassed _) {
      return false;
    }
  }

  /**
   * Returns the next message or close frame, or that the connection ended.
   *
   * @throws DeadlinePassed if nothing comes in time
   */
  public Received receive() {
    long until = System.nanoTime() + deadline.toNanos();
    try {
      return receiveMessage(until);
    } catch (SocketTimeoutException _) {
      throw new DeadlinePassed("nothing received in " + deadline);
    } catch (EOFException | SocketException _) {
      return new Received.Ended();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Nothing came in time. */
  public static final class DeadlinePassed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DeadlinePassed(String message) {
      super(message);
    }
  }

  private Received receiveMessage(long until) throws IOException {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    int kind = -1;
    boolean deflated = false;
    while (true) {
      Frame frame = readFrame(until);
      if (frame.opcode() >= CLOSE) {
        Received control = control(frame);
        if (control != null) {
          return control;
        }
        continue;
      }
      if (frame.opcode() != CONTINUATION) {
        kind = frame.opcode();
        deflated = frame.deflated();
        compressedReceived += deflated ? 1 : 0;
      }
      message.writeBytes(frame.payload());
      if (frame.last()) {
        byte[] bytes =
            deflated ? PermessageDeflate.inflate(message.toByteArray()) : message.toByteArray();
        return kind == TEXT ? new Received.Text(strictUtf8(bytes)) : new Received.Binary(bytes);
      }
    }
  }

  private @Nullable Received control(Frame frame) {
    ByteBuffer payload = ByteBuffer.wrap(frame.payload());
    return switch (frame.opcode()) {
      case CLOSE ->
          payload.remaining() < 2
              ? new Received.Closed(1005, "")
              : new Received.Closed(
                  payload.getShort() & 0xFFFF, StandardCharsets.UTF_8.decode(payload).toString());
      case PING -> {
        pingsReceived++;
        if (pongs) {
          sendFrame(PONG, true, frame.payload());
        }
        yield null;
      }
      case PONG -> new Received.Pong(frame.payload());
      default -> throw new AssertionError("unknown control frame " + frame.opcode());
    };
  }

  private record Frame(int opcode, boolean last, boolean deflated, byte[] payload) {}

  private Frame readFrame(long until) throws IOException {
    waitAtMost(until);
    int first = in.readUnsignedByte();
    int second = in.readUnsignedByte();
    long length = second & 0x7F;
    if (length == 126) {
      length = in.readUnsignedShort();
    } else if (length == 127) {
      length = in.readLong();
    }
    if ((second & 0x80) != 0 || length < 0 || length > MESSAGE_BYTES_MAX) {
      throw new AssertionError("a server must not send such a frame: length " + length);
    }
    byte[] payload = new byte[(int) length];
    in.readFully(payload);
    return new Frame(first & 15, (first & 0x80) != 0, (first & 0x40) != 0, payload);
  }

  private void waitAtMost(long until) throws IOException {
    long millis = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
    if (millis <= 0) {
      throw new SocketTimeoutException();
    }
    socket.setSoTimeout(Math.toIntExact(millis));
  }

  private static String strictUtf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new AssertionError("the server's text is not UTF-8", e);
    }
  }

  // ---- life

  /** Ends the connection as a crashing client does, with a reset. */
  public void abort() {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private SortedMap<String, String> handshake(Builder how) throws IOException {
    String path = how.uri.getRawPath().isEmpty() ? "/" : how.uri.getRawPath();
    if (how.uri.getRawQuery() != null) {
      path += "?" + how.uri.getRawQuery();
    }
    StringBuilder request = new StringBuilder();
    request.append("GET ").append(path).append(" HTTP/1.1\r\n");
    request.append("Host: ").append(how.uri.getRawAuthority()).append("\r\n");
    request.append("Connection: Upgrade\r\nUpgrade: websocket\r\n");
    request.append("Sec-WebSocket-Version: 13\r\n");
    request.append("Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\r\n");
    how.headerLines.forEach(line -> request.append(line).append("\r\n"));
    sendBytes(request.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));

    int status = Integer.parseInt(readLine().split(" ", 3)[1]);
    SortedMap<String, String> headers = readHeaders();
    if (status != 101) {
      int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
      throw new Refused(status, headers, new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }
    return headers;
  }

  private SortedMap<String, String> readHeaders() throws IOException {
    SortedMap<String, String> headers = new TreeMap<>();
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      int colon = line.indexOf(':');
      headers.merge(
          line.substring(0, colon).toLowerCase(Locale.ROOT),
          line.substring(colon + 1).strip(),
          (first, second) -> first + ", " + second);
    }
    return headers;
  }

  private String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.readUnsignedByte(); c != '\n'; c = in.readUnsignedByte()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }
}
