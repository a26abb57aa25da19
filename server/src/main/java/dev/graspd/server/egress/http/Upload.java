package dev.graspd.server.egress.http;

import dev.graspd.server.egress.dial.Failure;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends the file of a request on the thread that waits for the answer: a piece at a time, so that
 * only one of them is in memory. A server may answer before it has read everything.
 */
record Upload(
    StreamRequest request, FetchDeadline deadline, CompletableFuture<StreamResult> result) {
  /** Bytes of a piece. */
  static final int PIECE_BYTES = 64 << 10;

  /**
   * Sends everything, or completes the result with a failure.
   *
   * @param ready completes when the head of the request was sent
   */
  void send(CompletableFuture<ChannelHandlerContext> ready) {
    if (request.file().isEmpty()) {
      return;
    }
    try (InputStream in = Files.newInputStream(request.file().get())) {
      Optional<ChannelHandlerContext> open = opened(ready);
      if (open.isPresent()) {
        send(in, open.get());
      }
    } catch (IOException e) {
      result.complete(failed(new Failure.Unreachable("the file to send cannot be read")));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      result.complete(failed(new Failure.Cancelled()));
    }
  }

  private Optional<ChannelHandlerContext> opened(CompletableFuture<ChannelHandlerContext> ready)
      throws InterruptedException {
    try {
      Object first =
          CompletableFuture.anyOf(ready, result).get(deadline.nanosLeft(), TimeUnit.NANOSECONDS);
      return first instanceof ChannelHandlerContext ctx ? Optional.of(ctx) : Optional.empty();
    } catch (TimeoutException e) {
      result.complete(failed(ConnectTimeouts.over()));
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a request failed by a fault of ours", e.getCause());
    }
  }

  private void send(InputStream in, ChannelHandlerContext ctx)
      throws IOException, InterruptedException {
    long left = request.fileBytes();
    boolean isSent = true;
    while (isSent && left > 0 && !result.isDone()) {
      byte[] piece = in.readNBytes((int) Math.min(PIECE_BYTES, left));
      if (piece.length == 0) {
        throw new IOException("the file has become shorter");
      }
      left -= piece.length;
      isSent = isSent(ctx, new DefaultHttpContent(Unpooled.wrappedBuffer(piece)));
    }
    if (isSent && left == 0) {
      boolean _ = isSent(ctx, LastHttpContent.EMPTY_LAST_CONTENT);
    }
  }

  /** False if the connection has ended; its handler says why, and an answer may still be there. */
  private boolean isSent(ChannelHandlerContext ctx, HttpContent content)
      throws InterruptedException {
    ChannelFuture written = ctx.writeAndFlush(content);
    long nanos = Math.min(deadline.nanosLeft(), deadline.limits().slowFor().toNanos());
    if (!written.await(nanos, TimeUnit.NANOSECONDS)) {
      result.complete(failed(ConnectTimeouts.tooSlow(deadline.limits())));
      return false;
    }
    return written.isSuccess();
  }

  private static StreamResult failed(Failure failure) {
    return new StreamResult.Failed(failure);
  }
}
