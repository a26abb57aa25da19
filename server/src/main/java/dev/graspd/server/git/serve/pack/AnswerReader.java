package dev.graspd.server.git.serve.pack;

import java.io.IOException;

/** Reads an answer while it is computed. For one thread. */
public interface AnswerReader {
  /** The result of waiting. */
  enum Found {
    BYTES,
    /** Nothing came in time. */
    NOTHING_YET,
    END;

    static Found of(boolean hasBytes, boolean isFinished) {
      if (hasBytes) {
        return BYTES;
      }
      return isFinished ? END : NOTHING_YET;
    }
  }

  /** Waits for bytes, the end, or so long. */
  Found await(long nanos) throws InterruptedException;

  /** Returns how many bytes are ready. */
  long ready();

  /** Fills a buffer with the bytes that are ready; returns their number. */
  int take(byte[] buffer) throws IOException;

  /** Returns whether all bytes are here: the ones that are not taken yet are the last. */
  boolean isComplete();

  /** Stops reading. */
  void abandon();
}
