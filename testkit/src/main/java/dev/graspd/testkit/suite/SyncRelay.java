package dev.graspd.testkit.suite;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.ScriptedServer;
import dev.graspd.testkit.client.JsonTree;
import dev.graspd.testkit.client.Texts;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A relay on loopback that keeps what a server asks, and answers as a test says. Left to itself it
 * has no event, and agrees whenever sets are compared.
 */
public final class SyncRelay implements AutoCloseable {
  /** A NEG-MSG that has nothing to say to any range: both sets are equal. */
  private static final String AGREED = "61";

  /** Answers one message of a server. An {@link IOException} ends the connection. */
  public interface Manners {
    void on(Line line, Asked asked) throws IOException;

    /** Says something before anything is asked. */
    default void greet(Line line) throws IOException {}
  }

  /** One message of a server, on one of its connections, counted from 1. */
  public record Asked(int connection, long atNanos, String text) {
    public boolean is(String verb) {
      return text.startsWith("[\"" + verb + "\"");
    }

    /** A request for what will be published. */
    public boolean isLive() {
      return is("REQ") && text.contains("\"limit\":0");
    }

    /** A request for what has been published. */
    public boolean isHistoric() {
      return is("REQ") && !isLive();
    }

    public boolean isFor(int kind) {
      return text.contains("\"kinds\":[" + kind) || text.contains("," + kind + "]");
    }

    public boolean hasSince() {
      return text.contains("\"since\":");
    }

    /** What is asked for, without the name of the request. */
    public String filters() {
      return text.substring(text.indexOf('{'));
    }

    public String id() {
      return (String) JsonTree.array(text).get(1);
    }
  }

  /** One connection. */
  public static final class Line {
    private final ScriptedServer.Conversation conversation;
    private final int number;
    private final long openedNanos;

    private Line(ScriptedServer.Conversation conversation, int number, long openedNanos) {
      this.conversation = conversation;
      this.number = number;
      this.openedNanos = openedNanos;
    }

    /** Counts connections from 1. */
    int number() {
      return number;
    }

    /** Returns a time before the server can have known that it is connected. */
    public long openedNanos() {
      return openedNanos;
    }

    public void send(String text) throws IOException {
      conversation.sendText(text);
    }

    public void event(String id, Event event) throws IOException {
      send("[\"EVENT\",\"" + id + "\"," + Texts.jsonOf(event) + "]");
    }

    public void eose(Asked asked) throws IOException {
      send("[\"EOSE\",\"" + asked.id() + "\"]");
    }

    public void closed(Asked asked, String why) throws IOException {
      send("[\"CLOSED\",\"" + asked.id() + "\",\"" + why + "\"]");
    }

    public void negErr(Asked asked, String why) throws IOException {
      send("[\"NEG-ERR\",\"" + asked.id() + "\",\"" + why + "\"]");
    }

    public void negMsg(Asked asked, String hex) throws IOException {
      send("[\"NEG-MSG\",\"" + asked.id() + "\",\"" + hex + "\"]");
    }

    /** Ends the connection without a word. */
    public void hangUp() throws IOException {
      conversation.socket().close();
    }

    /** Answers as a relay does that has nothing and never heard of NIP-77. */
    public void pageOnly(Asked asked) throws IOException {
      if (asked.is("NEG-OPEN")) {
        negErr(asked, "error: never heard of it");
      } else {
        beGood(asked);
      }
    }

    /** Answers as a relay does that has nothing and is content. */
    public void beGood(Asked asked) throws IOException {
      if (asked.is("REQ")) {
        eose(asked);
      } else if (asked.is("NEG-OPEN") || asked.is("NEG-MSG")) {
        negMsg(asked, AGREED);
      }
    }
  }

  private final ScriptedServer server;
  private final Manners manners;
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger turnedAway = new AtomicInteger();
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private final List<Integer> closeCodes = new CopyOnWriteArrayList<>();
  private final AtomicReference<@Nullable Line> last = new AtomicReference<>();
  private volatile boolean busy;

  private SyncRelay(Manners manners) {
    this.manners = manners;
    this.server = ScriptedServer.start(this::serve);
  }

  public static SyncRelay start(Manners manners) {
    return new SyncRelay(manners);
  }

  public URI uri() {
    return URI.create("ws://127.0.0.1:" + server.port());
  }

  /** Answers every attempt to connect with HTTP 503, or not any more. */
  public void setBusy(boolean now) {
    busy = now;
  }

  /** Returns the connection that was opened last. */
  public Line line() {
    return Objects.requireNonNull(last.get(), "nobody has connected");
  }

  /** Returns how many connections were opened. */
  public int connections() {
    return connections.get();
  }

  /** Returns how many attempts were answered with 503. */
  public int turnedAway() {
    return turnedAway.get();
  }

  /** Returns everything that was asked so far, in order. */
  public List<Asked> asked() {
    return List.copyOf(asked);
  }

  /** Returns what was asked so far on one connection. */
  public List<Asked> askedOn(int connection) {
    return asked.stream().filter(message -> message.connection() == connection).toList();
  }

  /** Returns the codes of the close frames that came. */
  public List<Integer> closeCodes() {
    return List.copyOf(closeCodes);
  }

  private void serve(ScriptedServer.Conversation conversation) throws IOException {
    List<String> head = conversation.readHead();
    if (head.stream().noneMatch(line -> line.equalsIgnoreCase("upgrade: websocket"))) {
      conversation.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
    } else if (busy) {
      turnedAway.incrementAndGet();
      conversation.send("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n");
    } else {
      long openedNanos = System.nanoTime();
      conversation.send(ScriptedServer.Conversation.upgradeFor(head));
      talk(new Line(conversation, connections.incrementAndGet(), openedNanos), conversation);
    }
  }

  private void talk(Line line, ScriptedServer.Conversation conversation) throws IOException {
    last.set(line);
    manners.greet(line);
    while (true) {
      ScriptedServer.Frame frame = conversation.readFrame();
      switch (frame.opcode()) {
        case 1 -> {
          Asked message = new Asked(line.number(), System.nanoTime(), frame.text());
          asked.add(message);
          manners.on(line, message);
        }
        case 8 -> {
          closeCodes.add(frame.closeCode());
          conversation.sendFrame(0x88, frame.payload());
          return;
        }
        case 9 -> conversation.sendFrame(0x8A, frame.payload());
        default -> {}
      }
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
