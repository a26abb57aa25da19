package dev.graspd.testkit.client;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/**
 * Negentropy version 1, written from the specification for this suite alone: the server's own code
 * cannot vouch for itself. Plain rather than quick.
 */
public final class Negentropy {
  static final String VERSION = "61";

  /** The order of items: by time, then by the bytes of the id. */
  public static final Comparator<Event> ORDER =
      Comparator.comparingLong(Event::createdAt).thenComparing(Event::id);

  private static final int SKIP = 0;
  private static final int FINGERPRINT = 1;
  private static final int ID_LIST = 2;

  private Negentropy() {}

  /** The exclusive end of a range. */
  public record Bound(long time, String prefixHex) {
    public static final Bound INFINITY = new Bound(Long.MAX_VALUE, "");

    /** Returns the shortest bound between two neighbours. */
    public static Bound between(Event before, Event next) {
      if (before.createdAt() != next.createdAt()) {
        return new Bound(next.createdAt(), "");
      }
      byte[] left = before.id().bytes();
      byte[] right = next.id().bytes();
      int bytes = Arrays.mismatch(left, right) + 1;
      return new Bound(next.createdAt(), HexFormat.of().formatHex(right, 0, bytes));
    }
  }

  /** What a message says of the items up to a bound. */
  public sealed interface Range {
    Bound upTo();

    record Skip(Bound upTo) implements Range {}

    record Fingerprint(Bound upTo, String hex) implements Range {}

    record IdList(Bound upTo, List<EventId> ids) implements Range {}
  }

  // ---- writing

  public static String message(Range... ranges) {
    return message(List.of(ranges));
  }

  public static String message(List<Range> ranges) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(0x61);
    long previous = 0;
    for (Range range : ranges) {
      previous = write(out, range.upTo(), previous);
      switch (range) {
        case Range.Skip _ -> writeVarint(out, SKIP);
        case Range.Fingerprint(_, var hex) -> {
          writeVarint(out, FINGERPRINT);
          out.writeBytes(HexFormat.of().parseHex(hex));
        }
        case Range.IdList(_, var ids) -> {
          writeVarint(out, ID_LIST);
          writeVarint(out, ids.size());
          ids.forEach(id -> out.writeBytes(id.bytes()));
        }
      }
    }
    return HexFormat.of().formatHex(out.toByteArray());
  }

  private static long write(ByteArrayOutputStream out, Bound bound, long previous) {
    byte[] prefix = HexFormat.of().parseHex(bound.prefixHex());
    boolean infinite = bound.equals(Bound.INFINITY);
    writeVarint(out, infinite ? 0 : 1 + bound.time() - previous);
    writeVarint(out, prefix.length);
    out.writeBytes(prefix);
    return infinite ? previous : bound.time();
  }

  private static void writeVarint(ByteArrayOutputStream out, long value) {
    int groups = Math.max(1, (70 - Long.numberOfLeadingZeros(value)) / 7);
    for (int i = groups - 1; i >= 0; i--) {
      int group = (int) (value >>> (7 * i)) & 0x7F;
      out.write(i == 0 ? group : group | 0x80);
    }
  }

  // ---- reading

  public static List<Range> parse(String hex) {
    ByteBuffer in = ByteBuffer.wrap(HexFormat.of().parseHex(hex));
    if (in.get() != 0x61) {
      throw new AssertionError("not version 1: " + hex);
    }
    List<Range> ranges = new ArrayList<>();
    long previous = 0;
    while (in.hasRemaining()) {
      Bound bound = readBound(in, previous);
      previous = bound.time();
      ranges.add(
          switch ((int) readVarint(in)) {
            case SKIP -> new Range.Skip(bound);
            case FINGERPRINT -> new Range.Fingerprint(bound, readHex(in, 16));
            case ID_LIST -> new Range.IdList(bound, readIds(in));
            default -> throw new AssertionError("unknown mode in " + hex);
          });
    }
    return ranges;
  }

  private static Bound readBound(ByteBuffer in, long previous) {
    long time = readVarint(in);
    String prefix = readHex(in, (int) readVarint(in));
    return time == 0 ? Bound.INFINITY : new Bound(previous + time - 1, prefix);
  }

  private static List<EventId> readIds(ByteBuffer in) {
    long count = readVarint(in);
    List<EventId> ids = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      ids.add(EventId.parse(readHex(in, 32)));
    }
    return ids;
  }

  private static long readVarint(ByteBuffer in) {
    long value = 0;
    byte group;
    do {
      group = in.get();
      value = value << 7 | (group & 0x7F);
    } while (group < 0);
    return value;
  }

  private static String readHex(ByteBuffer in, int bytes) {
    byte[] read = new byte[bytes];
    in.get(read);
    return HexFormat.of().formatHex(read);
  }

  // ---- meaning

  public static Range fingerprint(Bound upTo, Collection<Event> items) {
    return new Range.Fingerprint(upTo, fingerprintHex(items.stream().map(Event::id).toList()));
  }

  /** Returns the first 16 bytes of SHA-256 over the sum of the ids and their number, in hex. */
  static String fingerprintHex(Collection<EventId> ids) {
    BigInteger sum = BigInteger.ZERO;
    for (EventId id : ids) {
      sum = sum.add(new BigInteger(1, reversed(id.bytes())));
    }
    byte[] big = sum.mod(BigInteger.ONE.shiftLeft(256)).toByteArray();
    byte[] fixed = new byte[32];
    int length = Math.min(32, big.length);
    System.arraycopy(big, big.length - length, fixed, 32 - length, length);
    ByteArrayOutputStream hashed = new ByteArrayOutputStream();
    hashed.writeBytes(reversed(fixed));
    writeVarint(hashed, ids.size());
    return HexFormat.of().formatHex(sha256(hashed.toByteArray()), 0, 16);
  }

  public static Range idList(Bound upTo, Collection<Event> items) {
    return new Range.IdList(upTo, items.stream().map(Event::id).toList());
  }

  /** Returns the ranges of an answer that splits these items into sixteen. */
  public static List<Range> sixteenBuckets(List<Event> items) {
    List<Range> ranges = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < 16; i++) {
      int to = from + items.size() / 16 + (i < items.size() % 16 ? 1 : 0);
      Bound bound =
          to == items.size() ? Bound.INFINITY : Bound.between(items.get(to - 1), items.get(to));
      ranges.add(fingerprint(bound, items.subList(from, to)));
      from = to;
    }
    return ranges;
  }

  // ---- talking

  /** Opens a session and returns the answer, which must be a message. */
  public static List<Range> open(RelayClient relay, String session, String filter, String hex) {
    send(relay, "NEG-OPEN", session, filter, hex);
    return answer(relay, session);
  }

  public static List<Range> next(RelayClient relay, String session, String hex) {
    relay.send("[\"NEG-MSG\",\"" + session + "\",\"" + hex + "\"]");
    return answer(relay, session);
  }

  /** Opens a session that must be refused and returns the refusal's text. */
  public static String refusal(RelayClient relay, String session, String filter, String hex) {
    send(relay, "NEG-OPEN", session, filter, hex);
    return error(relay, session);
  }

  public static String error(RelayClient relay, String session) {
    return switch (relay.negentropyAnswer(session)) {
      case Answer.NegErr error -> error.message();
      case Answer other -> throw new AssertionError("expected NEG-ERR, got " + other);
    };
  }

  public static void close(RelayClient relay, String session) {
    relay.send("[\"NEG-CLOSE\",\"" + session + "\"]");
  }

  /** Returns every id of the relay's set, by claiming to have none. */
  public static List<EventId> allIds(RelayClient relay, String filter) {
    List<EventId> ids = new ArrayList<>();
    String ask = message(new Range.IdList(Bound.INFINITY, List.of()));
    List<Range> answer = open(relay, "all", filter, ask);
    while (true) {
      Bound done = collect(answer, ids);
      if (done.equals(Bound.INFINITY)) {
        close(relay, "all");
        return ids;
      }
      answer =
          next(
              relay,
              "all",
              message(new Range.Skip(done), new Range.IdList(Bound.INFINITY, List.of())));
    }
  }

  /** Adds the ids of the lists; returns up to where the answer is complete. */
  private static Bound collect(List<Range> answer, List<EventId> ids) {
    for (Range range : answer) {
      if (range instanceof Range.IdList list) {
        ids.addAll(list.ids());
      }
    }
    return answer.getLast() instanceof Range.Fingerprint
        ? answer.get(answer.size() - 2).upTo()
        : Bound.INFINITY;
  }

  private static List<Range> answer(RelayClient relay, String session) {
    return switch (relay.negentropyAnswer(session)) {
      case Answer.NegMsg message -> parse(message.hex());
      case Answer other -> throw new AssertionError("expected NEG-MSG, got " + other);
    };
  }

  private static void send(RelayClient relay, String verb, String session, String... rest) {
    relay.send("[\"" + verb + "\",\"" + session + "\"," + rest[0] + ",\"" + rest[1] + "\"]");
  }

  private static byte[] reversed(byte[] bytes) {
    byte[] reversed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      reversed[i] = bytes[bytes.length - 1 - i];
    }
    return reversed;
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
