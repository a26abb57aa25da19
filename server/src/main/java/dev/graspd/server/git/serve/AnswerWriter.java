package dev.graspd.server.git.serve;

import java.io.OutputStream;

/** Where an answer is written while it is computed. For one thread. */
interface AnswerWriter {
  /** Returns the writer's end; closing it ends nothing. */
  OutputStream sink();

  /** Says that all is written. */
  void finish();

  /** Returns whether nobody reads any more: the next write fails. */
  boolean isAbandoned();
}
