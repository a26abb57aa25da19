package dev.graspd.server.web.http;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;

/** The facts of a request that its answer needs. */
public record Reply(boolean withoutBody, boolean keepsAlive) {
  public static Reply to(HttpRequest request) {
    return new Reply(
        request.method().equals(HttpMethod.HEAD),
        HttpUtil.isKeepAlive(request) && !HttpUtil.is100ContinueExpected(request));
  }
}
