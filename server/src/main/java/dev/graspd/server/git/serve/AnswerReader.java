package dev.graspd.server.git.serve;

import java.io.IOException;

/** An answer as it comes, for the one who sends it. For one thread. */
interface AnswerReader {
  /** What the reader finds. */
  enum Found {
    BYTES,
    /** Nothing came for the time that it was willing to wait. */
    NOTHING_YET,
    END
  }

  /** Waits for bytes, the end, or so long. */
  Found await(long nanos) throws InterruptedException;

  /** Takes what is there, at most the buffer's size; returns how much that is. */
  int take(byte[] buffer) throws IOException;

  /** Says that it reads no more. */
  void abandon();
}
