package dev.graspd.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * A way to a server on loopback that counts what relay clients ask on it, by verb. It lets nobody
 * agree on compression, passes plain HTTP on unread, and resets connections while the server is
 * away.
 */
public final class WebSocketTap implements AutoCloseable {
  private static final int CONTINUATION = 0;
  private static final int TEXT = 1;
  private static final int FIN = 0x80;
  private static final int MASKED = 0x80;

  private final InetSocketAddress target;
  private final ScriptedServer server;
  private final ConcurrentSkipListMap<String, LongAdder> asked = new ConcurrentSkipListMap<>();

  private WebSocketTap(InetSocketAddress target) {
    this.target = target;
    this.server = ScriptedServer.start(this::serve);
  }

  /** Listens at a port of its own, for the server at that one. */
  public static WebSocketTap before(int port) {
    return new WebSocketTap(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
  }

  public int port() {
    return server.port();
  }

  /** Returns how many messages with this verb have come. */
  public long count(String verb) {
    LongAdder count = asked.get(verb);
    return count == null ? 0 : count.sum();
  }

  private void serve(ScriptedServer.Conversation caller) throws IOException {
    try (Socket callee = connect(caller.socket())) {
      List<String> head = caller.readHead();
      OutputStream out = callee.getOutputStream();
      out.write(withoutExtensions(head).getBytes(StandardCharsets.ISO_8859_1));
      Thread.ofVirtual().name("tap-answers").start(() -> answer(callee, caller.socket()));
      if (head.stream().anyMatch(line -> line.equalsIgnoreCase("upgrade: websocket"))) {
        listen(caller, out);
      } else {
        caller.transferTo(out);
      }
    }
  }

  /** While nobody is behind it, callers hear what they hear from a machine without a server. */
  private Socket connect(Socket caller) throws IOException {
    Socket callee = new Socket();
    try {
      callee.connect(target);
      callee.setTcpNoDelay(true);
      return callee;
    } catch (IOException e) {
      callee.close();
      caller.setOption(StandardSocketOptions.SO_LINGER, 0);
      throw e;
    }
  }

  private static String withoutExtensions(List<String> head) {
    String name = "sec-websocket-extensions:";
    StringBuilder kept = new StringBuilder();
    for (String line : head) {
      if (!line.regionMatches(true, 0, name, 0, name.length())) {
        kept.append(line).append("\r\n");
      }
    }
    return kept.append("\r\n").toString();
  }

  private static void answer(Socket callee, Socket caller) {
    try (callee;
        caller) {
      callee.getInputStream().transferTo(caller.getOutputStream());
    } catch (IOException _) {
      // One side has ended: so does the other.
    }
  }

  private void listen(ScriptedServer.Conversation caller, OutputStream out) throws IOException {
    while (true) {
      ScriptedServer.Frame frame = caller.readFrame();
      if (frame.opcode() == CONTINUATION) {
        throw new AssertionError("a message in pieces cannot be passed on");
      }
      if (frame.opcode() == TEXT) {
        asked.computeIfAbsent(verb(frame.text()), _ -> new LongAdder()).increment();
      }
      out.write(masked(frame));
      out.flush();
    }
  }

  /** Returns the first text of a JSON array. */
  private static String verb(String message) {
    String[] parts = message.split("\"", 3);
    return parts.length < 3 ? "" : parts[1];
  }

  /** Clients must mask; nobody says that the mask must change anything. */
  private static byte[] masked(ScriptedServer.Frame frame) {
    byte[] header =
        ScriptedServer.Conversation.header(FIN | frame.opcode(), frame.payload().length);
    header[1] |= (byte) MASKED;
    return ByteBuffer.allocate(header.length + Integer.BYTES + frame.payload().length)
        .put(header)
        .putInt(0)
        .put(frame.payload())
        .array();
  }

  @Override
  public void close() {
    server.close();
  }
}
