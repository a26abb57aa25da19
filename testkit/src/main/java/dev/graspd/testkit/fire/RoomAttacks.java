package dev.graspd.testkit.fire;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import java.util.List;

/** What strangers leave behind: it stays after they are gone, and after a restart. */
final class RoomAttacks {
  private static final int CONNECTIONS = 2;

  /** Each address may send so many events in a minute; four are enough to fill rooms together. */
  private static final int EVENTS = 10;

  private static final String COMMIT = "1".repeat(40);

  private RoomAttacks() {}

  static List<Attack> all() {
    return List.of(
        Attack.of(
            "pull requests that wait",
            List.of("held_rows", "HeldIndex", "HeldCharges", "FamilyLanes"),
            RoomAttacks::pullRequests),
        Attack.of(
            "announcements of one name",
            List.of("held_rows", "families", "KeptFamilies", "Families"),
            RoomAttacks::owners),
        Attack.of("states that wait", List.of("held_rows"), RoomAttacks::states),
        Attack.of("deletions of nothing", List.of("DormantRooms"), RoomAttacks::deletions),
        Attack.of("lists of strangers", List.of(), RoomAttacks::lists),
        Attack.of("issues that webhooks hear of", List.of("HookLine"), RoomAttacks::issues));
  }

  private static void pullRequests(Sockets sockets, List<String> addresses) {
    send(
        sockets,
        addresses,
        "pull requests",
        (stranger, i) ->
            RelayAttacks.full(i, stranger)
                .tag("a", sockets.target().address())
                .tag("c", COMMIT)
                .signedBy(stranger));
  }

  private static void owners(Sockets sockets, List<String> addresses) {
    send(
        sockets,
        addresses,
        "owners",
        (stranger, i) ->
            sockets.target().announcing(numbered(stranger, i)).signedBy(numbered(stranger, i)));
  }

  private static void states(Sockets sockets, List<String> addresses) {
    send(
        sockets,
        addresses,
        "owners",
        (stranger, i) -> sockets.target().state(numbered(stranger, i), COMMIT));
  }

  private static Signer numbered(Signer stranger, int i) {
    return Signer.named(stranger.publicKey().hex() + " " + i);
  }

  private static void deletions(Sockets sockets, List<String> addresses) {
    send(
        sockets,
        addresses,
        "deletions",
        (stranger, i) -> {
          EventBuilder builder = EventBuilder.kind(5).at(Target.now());
          for (int target = 0; target < 900; target++) {
            builder.tag("e", "%032x%032x".formatted(i, target));
          }
          return builder.content("x".repeat(100_000)).signedBy(stranger);
        });
  }

  private static void lists(Sockets sockets, List<String> addresses) {
    send(
        sockets,
        addresses,
        "lists",
        (stranger, i) ->
            EventBuilder.kind(10317)
                .at(Target.now())
                .tag("g", "wss://" + "x".repeat(15_000) + i)
                .signedBy(numbered(stranger, i)));
  }

  private static void issues(Sockets sockets, List<String> addresses) {
    send(
        sockets,
        addresses,
        "issues",
        (stranger, i) ->
            EventBuilder.kind(1621)
                .at(Target.now())
                .tag("a", sockets.target().address())
                .content("issue " + i)
                .signedBy(numbered(stranger, i)));
  }

  /** Makes one event of a stranger. */
  interface Making {
    Event event(Signer stranger, int number);
  }

  private static void send(Sockets sockets, List<String> addresses, String who, Making making) {
    RelayAttacks.each(
        sockets,
        addresses,
        CONNECTIONS,
        (socket, number) -> {
          Signer stranger = Signer.named(who + " " + number);
          for (int i = 0; i < EVENTS; i++) {
            socket.sendText("[\"EVENT\"," + RelayAttacks.json(making.event(stranger, i)) + "]");
            socket.receiveText();
          }
        });
  }
}
