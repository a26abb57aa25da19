package dev.graspd.testkit;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;

/**
 * A server on loopback that does to each connection what a test says, byte by byte, however wrong
 * that is. Each connection runs its script on a thread of its own and ends with it.
 */
public final class ScriptedServer implements AutoCloseable {
  /** What is done with one connection. An {@link IOException} ends it quietly. */
  @FunctionalInterface
  public interface Script {
    void run(Conversation conversation) throws IOException;
  }

  /** A frame of the client, unmasked. */
  public record Frame(int opcode, byte[] payload) {
    public String text() {
      return new String(payload, StandardCharsets.UTF_8);
    }

    /** Returns the code of a close frame. */
    public int closeCode() {
      return payload.length < 2 ? 1005 : ByteBuffer.wrap(payload).getShort() & 0xFFFF;
    }
  }

  private final ServerSocket listener;
  private final Script script;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger connections = new AtomicInteger();
  private final Thread accepting;

  private ScriptedServer(ServerSocket listener, Script script) {
    this.listener = listener;
    this.script = script;
    this.accepting = Thread.ofVirtual().name("scripted-server").unstarted(this::accept);
  }

  /** Listens on 127.0.0.1. */
  public static ScriptedServer start(Script script) {
    return start(ServerSocketFactory.getDefault(), script);
  }

  /** Listens on 127.0.0.1, with the sockets of this factory. */
  public static ScriptedServer start(ServerSocketFactory sockets, Script script) {
    try {
      ServerSocket listener = sockets.createServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
      ScriptedServer server = new ScriptedServer(listener, script);
      server.accepting.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** Returns how many connections have been made. */
  public int connections() {
    return connections.get();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        connections.incrementAndGet();
        open.add(socket);
        Thread.ofVirtual().name("scripted-connection").start(() -> serve(socket));
      } catch (IOException _) {
        // Closed, or a connection that ended before we saw it.
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      script.run(new Conversation(socket));
    } catch (IOException _) {
      // The client went away, or the test is over.
    } finally {
      open.remove(socket);
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
      // The port is free only when the thread that waits there has left.
      accepting.join();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** One connection, from the server's side. */
  public static final class Conversation {
    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;

    Conversation(Socket socket) throws IOException {
      this.socket = socket;
      this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      this.out = socket.getOutputStream();
    }

    public Socket socket() {
      return socket;
    }

    /** Reads the head of a request: its lines without the empty one. */
    public List<String> readHead() throws IOException {
      List<String> lines = new ArrayList<>();
      for (String line = readLine(); !line.isEmpty(); line = readLine()) {
        lines.add(line);
      }
      return lines;
    }

    /** Reads the body of a request that says how long it is. */
    public byte[] readBody(List<String> head) throws IOException {
      String name = "content-length:";
      int length =
          head.stream()
              .filter(line -> line.regionMatches(true, 0, name, 0, name.length()))
              .mapToInt(line -> Integer.parseInt(line.substring(name.length()).strip()))
              .findFirst()
              .orElse(0);
      byte[] body = new byte[length];
      in.readFully(body);
      return body;
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

    /** Returns the head of a correct upgrade, for the request with these lines. */
    public static String upgradeFor(List<String> head, String... moreLines) {
      StringBuilder answer = new StringBuilder("HTTP/1.1 101 Switching Protocols\r\n");
      answer.append("Upgrade: websocket\r\nConnection: Upgrade\r\n");
      answer.append("Sec-WebSocket-Accept: ").append(proofFor(head)).append("\r\n");
      for (String line : moreLines) {
        answer.append(line).append("\r\n");
      }
      return answer.append("\r\n").toString();
    }

    private static String proofFor(List<String> head) {
      String name = "sec-websocket-key:";
      String key =
          head.stream()
              .filter(line -> line.regionMatches(true, 0, name, 0, name.length()))
              .map(line -> line.substring(name.length()).strip())
              .findFirst()
              .orElse("");
      try {
        byte[] hash =
            MessageDigest.getInstance("SHA-1")
                .digest(
                    (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")
                        .getBytes(StandardCharsets.US_ASCII));
        return Base64.getEncoder().encodeToString(hash);
      } catch (NoSuchAlgorithmException e) {
        throw new AssertionError(e);
      }
    }

    /** Reads the request and upgrades, as a good server does. */
    public List<String> upgrade(String... moreLines) throws IOException {
      List<String> head = readHead();
      send(upgradeFor(head, moreLines));
      return head;
    }

    public void send(String ascii) throws IOException {
      send(ascii.getBytes(StandardCharsets.ISO_8859_1));
    }

    public void send(byte[] bytes) throws IOException {
      out.write(bytes);
      out.flush();
    }

    public void sendText(String text) throws IOException {
      sendFrame(0x81, text.getBytes(StandardCharsets.UTF_8));
    }

    public void sendClose(int code, String reason) throws IOException {
      byte[] text = reason.getBytes(StandardCharsets.UTF_8);
      sendFrame(
          0x88, ByteBuffer.allocate(2 + text.length).putShort((short) code).put(text).array());
    }

    /** Sends one frame, unmasked; the first byte is taken as given. */
    public void sendFrame(int firstByte, byte[] payload) throws IOException {
      byte[] head = header(firstByte, payload.length);
      send(ByteBuffer.allocate(head.length + payload.length).put(head).put(payload).array());
    }

    /** Returns the header of an unmasked frame that claims so many bytes. */
    public static byte[] header(int firstByte, long payloadBytes) {
      ByteBuffer header = ByteBuffer.allocate(10).put((byte) firstByte);
      if (payloadBytes < 126) {
        header.put((byte) payloadBytes);
      } else if (payloadBytes < 1 << 16) {
        header.put((byte) 126).putShort((short) payloadBytes);
      } else {
        header.put((byte) 127).putLong(payloadBytes);
      }
      byte[] bytes = new byte[header.position()];
      header.flip().get(bytes);
      return bytes;
    }

    /** Reads one frame; one that is not masked is an {@link AssertionError}. */
    public Frame readFrame() throws IOException {
      int first = in.readUnsignedByte();
      int second = in.readUnsignedByte();
      if ((second & 0x80) == 0) {
        throw new AssertionError("a client must mask its frames");
      }
      long length = second & 0x7F;
      if (length == 126) {
        length = in.readUnsignedShort();
      } else if (length == 127) {
        length = in.readLong();
      }
      byte[] mask = in.readNBytes(4);
      byte[] payload = in.readNBytes(Math.toIntExact(length));
      for (int i = 0; i < payload.length; i++) {
        payload[i] ^= mask[i % 4];
      }
      return new Frame(first & 15, payload);
    }

    /** Reads and drops everything until the client ends the connection. */
    public void drain() throws IOException {
      transferTo(OutputStream.nullOutputStream());
    }

    /** Passes on everything until the client ends the connection. */
    public void transferTo(OutputStream to) throws IOException {
      in.transferTo(to);
    }
  }
}
