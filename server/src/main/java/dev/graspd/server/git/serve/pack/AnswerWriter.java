package dev.graspd.server.git.serve.pack;

import java.io.OutputStream;

/** Takes an answer while it is computed. For one thread. */
public interface AnswerWriter {
  /** Returns a stream for the answer; closing it does not end the answer. */
  OutputStream sink();

  /** Ends the answer. */
  void finish();

  /** Returns whether all readers have stopped: the next write fails. */
  boolean isAbandoned();
}
