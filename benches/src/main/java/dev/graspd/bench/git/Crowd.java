package dev.graspd.bench.git;

import dev.graspd.bench.git.load.HttpAnswer;
import dev.graspd.bench.git.load.Request;
import dev.graspd.bench.git.load.Served;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Clients that send the same request at the same time. One thread reads for all of them, into
 * reused memory: a thread for each would take CPU time from the server, and garbage collection
 * would delay the other clients. Neither is the server's time.
 */
final class Crowd {
  private static final int SMALL_ANSWER_BYTES = 1 << 20;

  private final Request.Command clone;
  private final Operation.Check check;
  private final Served served;
  private final List<Room> rooms = new ArrayList<>();

  /**
   * Sends nothing yet.
   *
   * @param clone the request for a pack
   */
  Crowd(int clients, Request.Command clone, Operation.Check check, Served served) {
    this.clone = clone;
    this.check = check;
    this.served = served;
    for (int i = 0; i < clients; i++) {
      rooms.add(new Room());
    }
  }

  /** Returns the seconds until all clients have their pack. */
  double round() throws IOException {
    URI server = served.server().uri();
    byte[] request = clone.alone(server.getAuthority(), served.path());
    try (Selector selector = Selector.open()) {
      long begin = System.nanoTime();
      for (Room room : rooms) {
        Client.ask(server, request, room, selector);
      }
      for (int open = rooms.size(); open > 0; ) {
        selector.select();
        for (SelectionKey key : selector.selectedKeys()) {
          open -= ((Client) key.attachment()).isAtEnd() ? 1 : 0;
        }
        selector.selectedKeys().clear();
      }
      return (System.nanoTime() - begin) / 1e9;
    }
  }

  /** Fails if a client has a wrong pack; then collects the garbage of this check. */
  void check() throws IOException {
    for (Room room : rooms) {
      check.check(HttpAnswer.read(new ByteArrayInputStream(room.answer())).ok());
    }
    System.gc();
  }

  /** The memory of one client. */
  private static final class Room {
    private ByteBuffer bytes = ByteBuffer.allocateDirect(SMALL_ANSWER_BYTES);

    void clear() {
      bytes.clear();
    }

    /** Reads available bytes; returns false at the end. */
    boolean read(SocketChannel socket) throws IOException {
      if (!bytes.hasRemaining()) {
        bytes = ByteBuffer.allocateDirect(2 * bytes.capacity()).put(bytes.flip());
      }
      return socket.read(bytes) >= 0;
    }

    byte[] answer() {
      byte[] copy = new byte[bytes.position()];
      bytes.get(0, copy);
      return copy;
    }
  }

  private record Client(SocketChannel socket, Room room) {
    static void ask(URI server, byte[] request, Room room, Selector selector) throws IOException {
      SocketChannel socket =
          SocketChannel.open(new InetSocketAddress(server.getHost(), server.getPort()));
      for (ByteBuffer left = ByteBuffer.wrap(request); left.hasRemaining(); ) {
        socket.write(left);
      }
      socket.configureBlocking(false);
      room.clear();
      socket.register(selector, SelectionKey.OP_READ, new Client(socket, room));
    }

    /** Returns whether this was the end. */
    boolean isAtEnd() throws IOException {
      if (room.read(socket)) {
        return false;
      }
      socket.close();
      return true;
    }
  }
}
