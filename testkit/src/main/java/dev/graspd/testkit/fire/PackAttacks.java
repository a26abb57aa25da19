package dev.graspd.testkit.fire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.DeflaterOutputStream;

/**
 * Packs that strangers push before their pull request is here. Each is a commit whose tree is not
 * in the pack: the whole history is searched for it.
 */
final class PackAttacks {
  /** Pushes of one address at once, and how often each is repeated. */
  private static final int CONNECTIONS = 6;

  private static final int TURNS = 30;

  /** An address may have three of these pushes open; pushing again replaces one. */
  private static final int REFS = 3;

  private static final String EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
  private static final String ZERO = "0".repeat(40);
  private static final int COMMIT = 1;

  private PackAttacks() {}

  static List<Attack> all() {
    return List.of(
        Attack.of(
            "packs to be checked",
            List.of("WorkingMemory", "GroundCheck", "FamilyLanes"),
            PackAttacks::packs));
  }

  private static void packs(Sockets sockets, List<String> addresses) {
    for (int i = 0; i < CONNECTIONS * addresses.size(); i++) {
      int number = i;
      String address = addresses.get(i % addresses.size());
      String ref =
          "refs/nostr/%060x%04x".formatted(i % addresses.size(), i / addresses.size() % REFS);
      sockets.start(() -> {
        for (int turn = 0; turn < TURNS; turn++) {
          try (Socket socket = sockets.http()) {
            push(socket, sockets.target(), address, ref, number + " " + turn);
          }
        }
      });
    }
  }

  private static void push(Socket socket, Target target, String address, String ref, String text)
      throws IOException {
    byte[] commit = commit(text);
    byte[] pack = pack(commit);
    String command = "%s %s %s\0report-status".formatted(ZERO, idOf(commit), ref);
    byte[] commands = (Sockets.pkt(command) + "0000").getBytes(StandardCharsets.US_ASCII);
    String head =
        """
        POST %s/git-receive-pack HTTP/1.1
        Host: %s
        X-Forwarded-For: %s
        Connection: close
        Content-Type: application/x-git-receive-pack-request
        Content-Length: %d

        """
            .formatted(
                target.path(),
                target.server().getAuthority(),
                address,
                commands.length + pack.length)
            .replace("\n", "\r\n");
    OutputStream out = socket.getOutputStream();
    out.write(head.getBytes(StandardCharsets.US_ASCII));
    out.write(commands);
    out.write(pack);
    out.flush();
    socket.getInputStream().transferTo(OutputStream.nullOutputStream());
  }

  private static byte[] commit(String text) {
    String person = "S <s@example.com> 1700000000 +0000";
    return "tree %s\nauthor %s\ncommitter %s\n\n%s\n"
        .formatted(EMPTY_TREE, person, person, text)
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static String idOf(byte[] commit) {
    MessageDigest sha1 = sha1();
    sha1.update(("commit " + commit.length + "\0").getBytes(StandardCharsets.US_ASCII));
    return HexFormat.of().formatHex(sha1.digest(commit));
  }

  private static byte[] pack(byte[] commit) throws IOException {
    ByteArrayOutputStream pack = new ByteArrayOutputStream();
    pack.write("PACK".getBytes(StandardCharsets.US_ASCII));
    pack.write(ByteBuffer.allocate(8).putInt(2).putInt(1).array());
    // A size of 16 to 2,047 bytes: four bits beside the kind, then seven more.
    pack.write(0x80 | (COMMIT << 4) | (commit.length & 15));
    pack.write(commit.length >> 4);
    try (DeflaterOutputStream deflated = new DeflaterOutputStream(pack)) {
      deflated.write(commit);
    }
    pack.write(sha1().digest(pack.toByteArray()));
    return pack.toByteArray();
  }

  private static MessageDigest sha1() {
    try {
      return MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }
}
