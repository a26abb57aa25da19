package dev.graspd.testkit.fire;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What strangers ask of git. */
final class GitAttacks {
  private static final int CONNECTIONS = 50;
  private static final int REF_BYTES = 255;
  private static final String ZERO = "0".repeat(40);

  private GitAttacks() {}

  static List<Attack> all() {
    return List.of(
        Attack.of(
            "ref prefixes without end",
            List.of("git_requests", "RequestMemory", "ExchangeHandler", "Lookups"),
            GitAttacks::prefixes),
        Attack.of("wants and haves without end", List.of("git_requests"), GitAttacks::wants),
        Attack.of("deepen-not without end", List.of("git_requests"), GitAttacks::deepenNot),
        Attack.of("commands without end", List.of("git_requests", "Push"), GitAttacks::commands),
        Attack.of(
            "pushes by single bytes",
            List.of("PushPlaces", "ReceiveService", "ClientBody"),
            GitAttacks::drip),
        Attack.of(
            "clones by one address", List.of("packs", "PackHeap", "Permits"), GitAttacks::clones),
        Attack.of(
            "clones by many addresses",
            List.of("packs", "PackHeap", "Permits"),
            GitAttacks::clonesByAll));
  }

  private static void prefixes(Sockets sockets, List<String> addresses) {
    String body =
        Sockets.pkt("command=ls-refs\n")
            + "0001"
            + lines(1_000, i -> "ref-prefix refs/heads/" + name(i, REF_BYTES - 11) + "\n");
    upload(sockets, addresses, body);
  }

  private static void wants(Sockets sockets, List<String> addresses) {
    String body =
        Sockets.pkt("command=fetch\n")
            + "0001"
            + lines(10_000, i -> "want %040x\n".formatted(i))
            + lines(50_000, i -> "have %040x\n".formatted(i));
    upload(sockets, addresses, body);
  }

  private static void deepenNot(Sockets sockets, List<String> addresses) {
    String body =
        Sockets.pkt("command=fetch\n")
            + "0001"
            + lines(2_000, i -> "deepen-not refs/heads/" + name(i, REF_BYTES - 11) + "\n");
    upload(sockets, addresses, body);
  }

  private static void upload(Sockets sockets, List<String> addresses, String body) {
    byte[] gzip = Sockets.gzipWithoutEnd(body.getBytes(StandardCharsets.US_ASCII));
    post(sockets, addresses, "git-upload-pack", gzip);
  }

  private static void commands(Sockets sockets, List<String> addresses) {
    String body =
        lines(
            2_000,
            i ->
                "%s %040x refs/heads/%s".formatted(ZERO, i + 1, name(i, REF_BYTES - 11))
                    + (i == 0 ? "\0report-status side-band-64k" : ""));
    byte[] gzip = Sockets.gzipWithoutEnd(body.getBytes(StandardCharsets.US_ASCII));
    post(sockets, addresses, "git-receive-pack", gzip);
  }

  private static void post(Sockets sockets, List<String> addresses, String service, byte[] gzip) {
    String path = sockets.target().path() + "/" + service;
    for (int i = 0; i < CONNECTIONS * addresses.size(); i++) {
      String address = addresses.get(i % addresses.size());
      sockets.start(() ->
          sockets.unfinishedPost(address, path, "application/x-" + service + "-request", gzip));
    }
  }

  /** Each sends the beginning of a push and then next to nothing. */
  private static void drip(Sockets sockets, List<String> addresses) {
    byte[] begun = Sockets.gzipWithoutEnd("00".getBytes(StandardCharsets.US_ASCII));
    post(sockets, addresses, "git-receive-pack", begun);
  }

  private static void clones(Sockets sockets, List<String> addresses) {
    clone(sockets, List.of(addresses.getFirst()), 48);
  }

  private static void clonesByAll(Sockets sockets, List<String> addresses) {
    clone(sockets, addresses, 4);
  }

  /** Fetches the honest repository again and again, and reads what comes. */
  private static void clone(Sockets sockets, List<String> addresses, int connections) {
    for (int i = 0; i < connections * addresses.size(); i++) {
      String address = addresses.get(i % addresses.size());
      sockets.start(() -> {
        for (int turn = 0; turn < 20; turn++) {
          try (Socket socket = sockets.http()) {
            fetch(socket, sockets.target(), address);
          }
        }
      });
    }
  }

  /** Asks in protocol version 0 for what the advertisement names. */
  private static void fetch(Socket socket, Target target, String address) throws IOException {
    Sockets.get(socket, target, address, target.path() + "/info/refs?service=git-upload-pack");
    byte[] head = new byte[4096];
    int count = socket.getInputStream().read(head);
    String text = new String(head, 0, Math.max(0, count), StandardCharsets.ISO_8859_1);
    int at = text.indexOf(" HEAD\0");
    if (at < 40) {
      return;
    }
    String body =
        Sockets.pkt("want " + text.substring(at - 40, at) + "\n") + "0000" + Sockets.pkt("done\n");
    try (Socket second = new Socket(socket.getInetAddress(), target.server().getPort())) {
      second.setSoTimeout(20_000);
      OutputStream out = second.getOutputStream();
      out.write(
          ("POST %s/git-upload-pack HTTP/1.1\r\nHost: %s\r\nX-Forwarded-For: %s\r\nConnection: close\r\n"
                  + "Content-Type: application/x-git-upload-pack-request\r\nContent-Length: %d\r\n\r\n%s")
              .formatted(
                  target.path(), target.server().getAuthority(), address, body.length(), body)
              .getBytes(StandardCharsets.US_ASCII));
      second.getInputStream().transferTo(OutputStream.nullOutputStream());
    }
  }

  private static String name(int number, int bytes) {
    String digits = "%06d".formatted(number);
    return "n".repeat(bytes - digits.length()) + digits;
  }

  private static String lines(int count, IntFunction<String> line) {
    return IntStream.range(0, count)
        .mapToObj(i -> Sockets.pkt(line.apply(i)))
        .collect(Collectors.joining());
  }
}
