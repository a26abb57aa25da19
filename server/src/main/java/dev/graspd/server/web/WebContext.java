package dev.graspd.server.web;

import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.relay.ClientAddress;
import dev.graspd.server.relay.Relay;
import dev.graspd.server.web.connection.ClientAddresses;
import dev.graspd.server.web.connection.ConnectionAdmission;
import dev.graspd.server.web.connection.ConnectionLimits;
import dev.graspd.server.web.connection.WebMetrics;
import dev.graspd.server.web.git.GitFront;
import dev.graspd.server.web.http.OpsPages;
import dev.graspd.server.web.http.PageThreads;
import dev.graspd.server.web.http.WebTimes;
import dev.graspd.server.web.site.SiteFront;
import dev.graspd.server.web.socket.SocketMemory;
import io.netty.channel.group.ChannelGroup;
import io.netty.handler.codec.http.HttpRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts that all connections share.
 *
 * @param git empty where no repositories are served
 * @param front what is shown now
 * @param sockets every open connection
 */
record WebContext(
    WebSettings settings,
    WebTimes times,
    Relay relay,
    Optional<GitFront> git,
    Supplier<Front> front,
    WebMetrics metrics,
    ClientAddresses addresses,
    ConnectionLimits limits,
    SocketMemory memory,
    PageThreads pageThreads,
    PageThreads fileThreads,
    ByteBudget pipelinedBytes,
    ChannelGroup sockets,
    AtomicBoolean hintGiven) {
  private static final Logger LOG = LoggerFactory.getLogger(WebContext.class);

  OpsPages pages() {
    return front.get().pages();
  }

  SiteFront site() {
    return front.get().site();
  }

  /** Returns the client of a request, which a proxy may speak for. */
  ClientAddress clientOf(ConnectionAdmission admission, HttpRequest request) {
    List<String> hops = request.headers().getAll("X-Forwarded-For");
    ClientAddress client = addresses.clientOf(admission.peer(), hops);
    if (!hops.isEmpty() && admission.isDirect()) {
      forwardedByStranger(client);
    }
    return client;
  }

  /** Once is enough: either the operator has such a proxy, or strangers are probing. */
  private void forwardedByStranger(ClientAddress client) {
    if (!hintGiven.getAndSet(true)) {
      LOG.warn(
          "{} sent X-Forwarded-For and is no trusted proxy: the header is not believed. If it is"
              + " your proxy, add it to NGIT_TRUSTED_PROXY_CIDRS",
          client.address().getHostAddress());
    }
  }
}
