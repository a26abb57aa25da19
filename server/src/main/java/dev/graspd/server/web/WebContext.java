package dev.graspd.server.web;

import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.relay.ClientAddress;
import dev.graspd.server.relay.Relay;
import io.netty.channel.group.ChannelGroup;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What all connections share.
 *
 * @param git empty where no repositories are served
 * @param sockets every open connection
 */
record WebContext(
    WebSettings settings,
    WebTimes times,
    OpsPages pages,
    Relay relay,
    Optional<GitFront> git,
    WebMetrics metrics,
    ClientAddresses addresses,
    ConnectionLimits limits,
    SocketMemory memory,
    PageThreads pageThreads,
    ByteBudget pipelinedBytes,
    ChannelGroup sockets,
    AtomicBoolean hintGiven) {
  private static final Logger LOG = LoggerFactory.getLogger(WebContext.class);

  /** Once is enough: the operator either has such a proxy, or is being tried out by strangers. */
  void forwardedByStranger(ClientAddress client) {
    if (!hintGiven.getAndSet(true)) {
      LOG.warn(
          "{} sent X-Forwarded-For and is no trusted proxy: the header is not believed. If it is"
              + " your proxy, add it to NGIT_TRUSTED_PROXY_CIDRS",
          client.address().getHostAddress());
    }
  }
}
