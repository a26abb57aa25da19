package dev.graspd.bench.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/** Reads the needed parts of a relay's message. */
public final class Messages {
  private static final int VERB = 2;
  private static final ByteBuf ID =
      Unpooled.unreleasableBuffer(
          Unpooled.copiedBuffer("\"id\":\"", StandardCharsets.US_ASCII).asReadOnly());

  private Messages() {}

  /** The kind of a message. */
  public enum Type {
    EVENT,
    EOSE,
    OK,
    NEG_MSG,
    /** NOTICE, CLOSED, NEG-ERR: a correct load gets none of them. */
    TROUBLE,
    OTHER
  }

  public static Type typeOf(ByteBuf message) {
    if (message.readableBytes() < 6) {
      return Type.OTHER;
    }
    int at = message.readerIndex() + VERB;
    byte second = message.getByte(at + 1);
    return switch (message.getByte(at)) {
      case 'E' -> second == 'V' ? Type.EVENT : Type.EOSE;
      case 'O' -> Type.OK;
      case 'N' -> message.getByte(at + 4) == 'M' ? Type.NEG_MSG : Type.TROUBLE;
      case 'C' -> second == 'L' ? Type.TROUBLE : Type.OTHER;
      default -> Type.OTHER;
    };
  }

  /** The result in an OK. */
  public enum Answer {
    ACCEPTED,
    DUPLICATE,
    REFUSED
  }

  /** Reads {@code ["OK",id,true|false,text]}. */
  public static Answer answerOf(ByteBuf ok) {
    int at = afterQuotes(ok, 4);
    int end = ok.writerIndex();
    while (at < end && ok.getByte(at) != 't' && ok.getByte(at) != 'f') {
      at++;
    }
    if (at == end || ok.getByte(at) == 'f') {
      return Answer.REFUSED;
    }
    int text = indexOf(ok, at, '"') + 1;
    return text > 0 && text < end && ok.getByte(text) == 'd' ? Answer.DUPLICATE : Answer.ACCEPTED;
  }

  /** Returns the second string of the message as a number: our subscription ids are numbers. */
  public static int number(ByteBuf message) {
    int at = afterQuotes(message, 3);
    int number = 0;
    for (byte c = message.getByte(at); c >= '0' && c <= '9'; c = message.getByte(++at)) {
      number = 10 * number + c - '0';
    }
    return number;
  }

  /** Returns the first 16 digits of the id of the event in an EVENT message. */
  public static long idPrefix(ByteBuf message) {
    int at = ByteBufUtil.indexOf(ID, message) + ID.readableBytes();
    long prefix = 0;
    for (int i = 0; i < 16; i++) {
      prefix = prefix << 4 | Character.digit(message.getByte(at + i), 16);
    }
    return prefix;
  }

  public static String text(ByteBuf message) {
    return message.toString(StandardCharsets.UTF_8);
  }

  /** Returns the index after that many quotation marks. */
  private static int afterQuotes(ByteBuf message, int quotes) {
    int at = message.readerIndex() - 1;
    for (int i = 0; i < quotes; i++) {
      at = indexOf(message, at + 1, '"');
      if (at < 0) {
        throw new IllegalStateException("unexpected message: " + text(message));
      }
    }
    return at + 1;
  }

  private static int indexOf(ByteBuf message, int from, char c) {
    return message.indexOf(from, message.writerIndex(), (byte) c);
  }
}
