package dev.graspd.server.web.git;

import dev.graspd.server.git.Exchange;
import dev.graspd.server.git.Exchange.BodyTooLargeException;
import dev.graspd.server.web.ScriptedGit;
import dev.graspd.server.web.TestServer;
import dev.graspd.server.web.exchange.ExchangeLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/** Scripts that answer requests of git, the server that runs them, and bodies to send to it. */
public final class GitScripts {
  private static final long ENOUGH = 1L << 30;
  public static final String TYPE = "application/x-git-upload-pack-result";

  private GitScripts() {}

  public static TestServer serve(ScriptedGit.Script script) {
    return serve(ExchangeLimits.DEFAULT, script);
  }

  static TestServer serve(ExchangeLimits limits, ScriptedGit.Script script) {
    return TestServer.builder().git(new GitFront(new ScriptedGit(script), limits)).start();
  }

  public static void echo(Exchange exchange) throws IOException {
    try (InputStream body = exchange.body(ENOUGH);
        OutputStream out = exchange.answer(200, TYPE)) {
      body.transferTo(out);
    }
  }

  static void readThenAnswer(Exchange exchange) throws IOException {
    try {
      readAll(exchange);
      exchange.refuse(200, "fine");
    } catch (BodyTooLargeException e) {
      exchange.refuse(413, e.getMessage());
    }
  }

  static void readAll(Exchange exchange) throws IOException {
    InputStream body = exchange.body(ENOUGH);
    body.transferTo(OutputStream.nullOutputStream());
  }

  public interface Action {
    void run() throws Exception;
  }

  public static void unchecked(Action action) {
    try {
      action.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  public static byte[] gzip(byte[] body) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(body);
    }
    return out.toByteArray();
  }

  public static byte[] noise(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }
}
