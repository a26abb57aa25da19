package dev.graspd.server.web.exchange;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;

/** The body of an answer, as its maker writes it. Used by one thread. */
final class AnswerStream extends OutputStream {
  private static final int CHUNK_BYTES = 64 << 10;

  /** Most answers are lists of a few refs. */
  private static final int FIRST_BYTES = 4 << 10;

  /** Sends the last bytes and the end of the answer, in one. */
  interface End {
    void send(byte[] source, int length) throws IOException;
  }

  private final AnswerPipe answer;
  private final End end;
  private byte[] gathered = new byte[FIRST_BYTES];
  private int count;
  private boolean closed;

  /**
   * Makes a stream.
   *
   * @param end is asked once, when the answer is complete
   */
  AnswerStream(AnswerPipe answer, End end) {
    this.answer = answer;
    this.end = end;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, source.length);
    if (closed) {
      throw new IOException("the answer has ended");
    }
    int from = offset;
    int left = length;
    while (count == 0 && left >= CHUNK_BYTES) {
      answer.send(source, from, CHUNK_BYTES);
      from += CHUNK_BYTES;
      left -= CHUNK_BYTES;
    }
    if (left >= gathered.length - count && gathered.length < CHUNK_BYTES) {
      gathered = Arrays.copyOf(gathered, grown(count + left));
    }
    while (left > 0) {
      int part = Math.min(left, gathered.length - count);
      System.arraycopy(source, from, gathered, count, part);
      count += part;
      from += part;
      left -= part;
      if (count == gathered.length) {
        flush();
      }
    }
  }

  /**
   * More than is needed, since a full buffer is sent; twice as much, so that writing little by
   * little does not copy all each time.
   */
  private int grown(int needed) {
    return Math.min(CHUNK_BYTES, Math.max(needed + 1, 2 * gathered.length));
  }

  @Override
  public void flush() throws IOException {
    if (count > 0) {
      int length = count;
      count = 0;
      answer.send(gathered, 0, length);
    }
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      end.send(gathered, count);
    }
  }
}
