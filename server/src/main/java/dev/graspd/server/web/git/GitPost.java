package dev.graspd.server.web.git;

import dev.graspd.core.nostr.refusal.FetchReason;
import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.server.git.GitService;
import dev.graspd.server.web.exchange.ExchangeRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import java.util.Optional;

/** A POST for git. One that is small and ready is answered where it is read. */
public record GitPost(GitFront git, HttpRequest request, RefSpace space, GitService.Name service) {
  /** A request for refs has a few hundred bytes. */
  private static final int SMALL_BYTES_MAX = 4 << 10;

  public boolean isSmall() {
    long length = HttpUtil.getContentLength(request, -1L);
    return service == GitService.Name.UPLOAD_PACK
        && length > 0
        && length <= SMALL_BYTES_MAX
        && !request.headers().contains(HttpHeaderNames.CONTENT_ENCODING)
        && !HttpUtil.is100ContinueExpected(request);
  }

  public Optional<GitService.Answer> answer(ByteBuf body) {
    String protocol = ExchangeRequest.protocolOf(request);
    return git.service().atOnce(space, service, protocol, ByteBufUtil.getBytes(body));
  }

  /** Returns the refusal when there is no room for one more. */
  public static Reason busy(GitService.Name service) {
    return switch (service) {
      case UPLOAD_PACK -> FetchReason.FETCH_BUSY;
      case RECEIVE_PACK -> PushReason.PUSH_BUSY;
    };
  }
}
