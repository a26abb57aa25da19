package dev.graspd.server.egress.dns;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Asks the name servers of this machine directly whether a name is absent (RFC 1035). The system's
 * library answers "name not known" both for "does not exist" and for "could not ask"; the protocol
 * tells them apart. Reads only the head of an answer.
 */
final class DnsWitness {
  private static final int TYPE_A = 1;
  private static final int TYPE_AAAA = 28;
  private static final int HEAD_BYTES = 12;
  private static final int ANSWER_BYTES_MAX = 4_096;
  private static final int NXDOMAIN = 3;

  private enum Word {
    /** There is no such name. */
    ABSENT,
    /** The name has no address of this kind. */
    EMPTY,
    /** It has one, or the server does not know. */
    OTHER
  }

  private final List<InetSocketAddress> servers;
  private final Duration timeout;
  private final RandomGenerator random;

  /**
   * Sends nothing yet.
   *
   * @param timeout for one answer
   * @param random for the ids of queries; hard to guess
   */
  DnsWitness(List<InetSocketAddress> servers, Duration timeout, RandomGenerator random) {
    this.servers = List.copyOf(servers);
    this.timeout = timeout;
    this.random = random;
  }

  /** Returns whether one of the servers said that the name does not exist or has no address. */
  boolean confirmsAbsence(String name) {
    for (InetSocketAddress server : servers) {
      Word word = ask(server, name, TYPE_A);
      if (word == Word.ABSENT) {
        return true;
      }
      if (word == Word.EMPTY) {
        return ask(server, name, TYPE_AAAA) != Word.OTHER;
      }
    }
    return false;
  }

  private Word ask(InetSocketAddress server, String name, int type) {
    byte[] question = question(random.nextInt(1 << 16), name, type);
    try (DatagramSocket socket = new DatagramSocket()) {
      // Connected, so that the socket receives answers of this server only.
      socket.connect(server);
      socket.setSoTimeout(Math.toIntExact(timeout.toMillis()));
      socket.send(new DatagramPacket(question, question.length));
      DatagramPacket answer = new DatagramPacket(new byte[ANSWER_BYTES_MAX], ANSWER_BYTES_MAX);
      socket.receive(answer);
      return read(Arrays.copyOf(answer.getData(), answer.getLength()), question);
    } catch (IOException _) {
      return Word.OTHER;
    }
  }

  private static byte[] question(int number, String name, int type) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    // The id, recursion desired, one question, nothing else.
    out.writeBytes(new byte[] {(byte) (number >>> 8), (byte) number, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0});
    for (String label : name.split("\\.", -1)) {
      out.write(label.length());
      out.writeBytes(label.getBytes(StandardCharsets.US_ASCII));
    }
    out.writeBytes(new byte[] {0, 0, (byte) type, 0, 1});
    return out.toByteArray();
  }

  private static Word read(byte[] answer, byte[] question) {
    boolean ours =
        answer.length >= question.length
            && answer[0] == question[0]
            && answer[1] == question[1]
            && (answer[2] & 0x80) != 0
            && Arrays.equals(
                answer, HEAD_BYTES, question.length, question, HEAD_BYTES, question.length);
    if (!ours) {
      return Word.OTHER;
    }
    int code = answer[3] & 0x0F;
    if (code == NXDOMAIN) {
      return Word.ABSENT;
    }
    boolean nothing = answer[6] == 0 && answer[7] == 0;
    return code == 0 && nothing ? Word.EMPTY : Word.OTHER;
  }
}
