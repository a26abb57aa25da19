package dev.graspd.server.egress.ws;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Keeps what a link hears. */
public final class Heard implements WebSocketLink.Listener {
  private static final int PATIENCE_SECONDS = 60;

  final BlockingQueue<String> texts = new LinkedBlockingQueue<>();
  final Semaphore pongs = new Semaphore(0);
  final Semaphore writable = new Semaphore(0);
  private final CompletableFuture<LinkEnd> end = new CompletableFuture<>();

  @Override
  public void onText(byte[] utf8) {
    texts.add(new String(utf8, StandardCharsets.UTF_8));
  }

  @Override
  public void onPong() {
    pongs.release();
  }

  @Override
  public void onWritable() {
    writable.release();
  }

  @Override
  public void onClosed(LinkEnd why) {
    if (!end.complete(why)) {
      throw new AssertionError("a link ends once");
    }
  }

  String nextText() throws InterruptedException {
    String text = texts.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (text == null) {
      throw new AssertionError("no message came");
    }
    return text;
  }

  static boolean comes(Semaphore signal) throws InterruptedException {
    return signal.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  LinkEnd end() {
    return end.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }
}
