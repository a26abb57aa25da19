package dev.graspd.system.peers;

import dev.graspd.testkit.RawWebSocket;
import dev.graspd.testkit.client.RelayClient;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Event sync with servers that others wrote, as a program for {@code scripts/peers}: {@code
 * ngit-grasp BINARY} or {@code relay URL}; and a git client that others wrote: {@code go-git
 * BINARY}. Says what was seen, line by line. Ends with 1 if something is not as it should be, with
 * 2 if there was nothing to see.
 */
final class PeerCheck {
  private static final int GOOD = 0;
  private static final int FAILED = 1;
  private static final int SKIPPED = 2;

  private PeerCheck() {}

  public static void main(String... args) {
    int status =
        switch (args[0]) {
          case "ngit-grasp" -> withReference(args[1]);
          case "relay" -> withRelay(URI.create(args[1]));
          case "go-git" -> withGoGit(args[1]);
          default -> throw new IllegalArgumentException(args[0]);
        };
    System.exit(status);
  }

  private static int withReference(String binary) {
    int status = GOOD;
    for (PeerStory.Way way : PeerStory.Way.values()) {
      for (boolean fromReference : List.of(true, false)) {
        status = worse(status, withReference(binary, way, fromReference));
      }
    }
    return status;
  }

  private static int withReference(String binary, PeerStory.Way way, boolean fromReference) {
    // Two ways in, each of them in both directions.
    PeerStory.Entry entry =
        way == PeerStory.Way.PAGES ? PeerStory.Entry.OWN_COPY : PeerStory.Entry.BOOTSTRAP_RELAY;
    try (PeerServer graspd = PeerServer.graspd();
        PeerServer reference = PeerServer.reference(binary)) {
      PeerServer source = fromReference ? reference : graspd;
      PeerServer follower = fromReference ? graspd : reference;
      String name = follower.make() + " from " + source.make() + " " + way;
      return told(
          name,
          () -> {
            new PeerStory(source, follower, way, steps(name)).run(entry);
            return true;
          });
    }
  }

  private static int withGoGit(String binary) {
    try (PeerServer graspd = PeerServer.graspd()) {
      return told("go-git", new GoGitStory(binary, graspd, steps("go-git"))::run);
    }
  }

  private static int withRelay(URI uri) {
    String cause = trouble(uri);
    if (!cause.isEmpty()) {
      say("other relay " + uri + ": skipped, " + cause);
      return SKIPPED;
    }
    int status = GOOD;
    for (PeerStory.Way way : PeerStory.Way.values()) {
      String name = "other relay " + uri + " " + way;
      try (PeerServer graspd = PeerServer.graspd()) {
        RelayStory story = new RelayStory(new OutsideRelay(uri), graspd, way, steps(name));
        status = worse(status, told(name, story::run));
      }
    }
    return status;
  }

  /** Returns why the relay cannot be reached, or nothing. */
  private static String trouble(URI uri) {
    try (RelayClient _ = RelayClient.connect(uri)) {
      return "";
    } catch (UncheckedIOException e) {
      return "it cannot be reached: " + e.getCause();
    } catch (RawWebSocket.Refused e) {
      return "it takes no WebSocket: " + e.getMessage();
    }
  }

  /** Runs a story that says whether there was anything to see. */
  private static int told(String name, BooleanSupplier story) {
    try {
      if (story.getAsBoolean()) {
        return GOOD;
      }
      say(name + ": skipped, it took nothing");
      return SKIPPED;
    } catch (AssertionError | RuntimeException e) {
      say(name + ": FAILED: " + e);
      return FAILED;
    }
  }

  private static int worse(int one, int other) {
    return one == FAILED || other == FAILED ? FAILED : Math.max(one, other);
  }

  private static Steps steps(String name) {
    return new Steps(line -> say(name + ": " + line));
  }

  private static void say(String line) {
    System.out.println("peers: " + line);
  }
}
