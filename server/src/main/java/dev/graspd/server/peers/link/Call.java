package dev.graspd.server.peers.link;

import dev.graspd.core.sync.RelayInfo;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.link.LinkInput;
import dev.graspd.core.sync.link.LinkSettings;
import dev.graspd.core.sync.relays.DialFailure;
import dev.graspd.core.sync.relays.SyncAction;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.server.egress.dial.Failure;
import dev.graspd.server.egress.dial.Target;
import dev.graspd.server.egress.ws.DialResult;
import dev.graspd.server.egress.ws.LinkEnd;
import dev.graspd.server.egress.ws.WebSocketDialer;
import dev.graspd.server.egress.ws.WebSocketLink;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt to reach a relay, and the resulting connection. It reports its end exactly once: that
 * it failed, or that the connection is gone. Thread-safe.
 */
public final class Call {
  private static final Logger LOG = LoggerFactory.getLogger(Call.class);

  /** The most reports that may wait for the sync machine; a connection with more of them pauses. */
  private static final int REPORTS_MAX = 256;

  private static final int GOING_AWAY = 1001;

  /**
   * The means of a call.
   *
   * @param openWithin how long a WebSocket may take to open
   * @param compares whether NIP-77 may be used at all
   */
  record Ways(
      RelayInfos infos,
      WebSocketDialer dialer,
      Duration openWithin,
      boolean compares,
      LinkHost.Shared shared) {}

  private final RelayUrl relay;
  private final long epoch;
  private final boolean comparedBefore;
  private final Target target;
  private final Ways ways;
  private final FairMailbox<SyncInput>.Sender reports;
  private final Consumer<Call> whenOver;

  private boolean dialing = true;
  private @Nullable LinkHost host;

  Call(
      SyncAction.Dial dial,
      Target target,
      Ways ways,
      FairMailbox<SyncInput> mailbox,
      Consumer<Call> whenOver) {
    this.relay = dial.relay();
    this.epoch = dial.epoch();
    this.comparedBefore = dial.negentropy();
    this.target = target;
    this.ways = ways;
    this.reports = mailbox.sender(REPORTS_MAX, this::roomForReports);
    this.whenOver = whenOver;
  }

  public RelayUrl relay() {
    return relay;
  }

  public long epoch() {
    return epoch;
  }

  public void start() {
    var _ =
        ways.infos()
            .of(relay, target)
            .thenAccept(this::dial)
            .exceptionally(bug -> {
              broken(bug);
              return null;
            });
  }

  private void dial(RelayInfo info) {
    if (info.isPrivate()) {
      failed(DialFailure.PRIVATE_SERVICE, "it is a private service (GRASP-08)");
      return;
    }
    if (!isDialing()) {
      return;
    }
    var _ =
        ways.shared()
            .timer()
            .schedule(
                () -> failed(DialFailure.ORDINARY, "no WebSocket within " + ways.openWithin()),
                ways.openWithin().toNanos(),
                TimeUnit.NANOSECONDS);
    var _ =
        ways.dialer()
            .dial(target, link -> opened(link, info))
            .thenAccept(this::dialled)
            .exceptionally(bug -> {
              broken(bug);
              return null;
            });
  }

  private void dialled(DialResult result) {
    switch (result) {
      case DialResult.Opened _ -> {}
      case DialResult.Failed(var failure) -> failed(kindOf(failure), failure.text());
    }
  }

  private static DialFailure kindOf(Failure failure) {
    return switch (failure) {
      case Failure.Denied _ -> DialFailure.DENIED;
      case Failure.NoSuchName _ -> DialFailure.NO_SUCH_NAME;
      case Failure.ResolverSilent _ -> DialFailure.RESOLVER_SILENT;
      case Failure.Unreachable _,
          Failure.TimedOut _,
          Failure.Busy _,
          Failure.Crowded _,
          Failure.Cancelled _ ->
          DialFailure.ORDINARY;
      case Failure.TlsFailed _ -> DialFailure.TLS;
      case Failure.WrongAnswer _, Failure.TooLarge _, Failure.NotHttp _ -> DialFailure.NOT_A_RELAY;
    };
  }

  private void broken(Throwable bug) {
    LOG.error("dialling {} failed", relay, bug);
    failed(DialFailure.ORDINARY, "an error of our own");
  }

  /** On the link's event loop, before anything is read. */
  private synchronized WebSocketLink.Listener opened(WebSocketLink link, RelayInfo info) {
    if (!dialing) {
      link.close(GOING_AWAY, "");
      return new Unheard();
    }
    dialing = false;
    LinkHost opened =
        new LinkHost(
            new LinkHost.Line(relay, epoch, settings(info)),
            ways.shared(),
            link,
            reports,
            () -> whenOver.accept(this));
    host = opened;
    reports.add(new SyncInput.Connected(relay, epoch));
    return opened;
  }

  private LinkSettings settings(RelayInfo info) {
    return new LinkSettings(
        Math.min(
            info.maxSubscriptions().orElse(LinkSettings.SUBSCRIPTIONS_DEFAULT),
            LinkSettings.SUBSCRIPTIONS_MAX),
        Math.min(
            info.maxLimit().orElse(LinkSettings.PAGE_LIMIT_DEFAULT),
            LinkSettings.PAGE_LIMIT_DEFAULT),
        ways.compares(),
        !comparedBefore,
        LinkSettings.messageBytes(info.maxMessageLength()));
  }

  private synchronized boolean isDialing() {
    return dialing;
  }

  private void failed(DialFailure failure, String text) {
    synchronized (this) {
      if (!dialing) {
        return;
      }
      dialing = false;
    }
    reports.add(new SyncInput.DialFailed(relay, epoch, failure, text));
    whenOver.accept(this);
  }

  private synchronized @Nullable LinkHost host() {
    return host;
  }

  private void roomForReports() {
    LinkHost open = host();
    if (open != null) {
      open.roomForReports();
    }
  }

  /** Tells the connection's machine, if there is one already. */
  public void tell(LinkInput input) {
    LinkHost open = host();
    if (open != null) {
      open.tell(input);
    }
  }

  /** Closes the connection properly, or ends the attempt at once. */
  public void hangUp(String why) {
    LinkHost open = host();
    if (open == null) {
      failed(DialFailure.ORDINARY, why);
    } else {
      open.hangUp(why);
    }
  }

  /** The listener of a link that opened too late. */
  private static final class Unheard implements WebSocketLink.Listener {
    @Override
    public void onText(byte[] utf8) {}

    @Override
    public void onPong() {}

    @Override
    public void onWritable() {}

    @Override
    public void onClosed(LinkEnd end) {}
  }
}
