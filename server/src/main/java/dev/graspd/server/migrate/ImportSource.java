package dev.graspd.server.migrate;

import java.io.IOException;

/** The events of another server, listed; each is read when it is needed. For one thread. */
public interface ImportSource extends AutoCloseable {
  /** Returns what is there. */
  ImportPlan.Found found();

  /** Returns how many records could not be read. */
  long damaged();

  @Override
  void close() throws IOException;
}
