package dev.graspd.server.web;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;

/** How the answer to a request is sent: all that is kept of the request until then. */
record Reply(boolean withoutBody, boolean keepsAlive) {
  static Reply to(HttpRequest request) {
    return new Reply(
        request.method().equals(HttpMethod.HEAD),
        HttpUtil.isKeepAlive(request) && !HttpUtil.is100ContinueExpected(request));
  }
}
