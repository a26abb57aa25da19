package dev.graspd.server.web;

import java.io.UncheckedIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends while the test reads. */
public final class Background {
  private static final Logger LOG = LoggerFactory.getLogger(Background.class);

  private Background() {}

  /** Runs the work; that the connection ends before it is done is no fault of its own. */
  public static void send(Runnable work) {
    Thread.startVirtualThread(() -> {
      try {
        work.run();
      } catch (UncheckedIOException e) {
        LOG.debug("the connection ended first", e);
      }
    });
  }
}
