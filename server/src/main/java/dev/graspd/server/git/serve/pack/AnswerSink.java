package dev.graspd.server.git.serve.pack;

import java.io.IOException;
import java.io.OutputStream;

/** The stream for an answer; closing it does not end the answer. */
final class AnswerSink extends OutputStream {
  /** Takes the bytes. */
  @FunctionalInterface
  interface Target {
    void write(byte[] bytes, int offset, int length) throws IOException;
  }

  private final Target target;

  AnswerSink(Target target) {
    this.target = target;
  }

  @Override
  public void write(int b) throws IOException {
    target.write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    target.write(bytes, offset, length);
  }
}
