package dev.graspd.server.app.server;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.AdmissionRules;
import dev.graspd.core.policy.ArchivePolicy;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.server.ops.Escape;
import dev.graspd.server.ops.config.Backend;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.data.ServerKey;
import dev.graspd.server.web.WebSettings;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The log of a start: who the server is, where its data is, what is open to whom (operations.md,
 * O-12).
 */
final class StartLog {
  private static final int LINE_BYTES_MAX = 1_024;

  private StartLog() {}

  static List<String> lines(Config config, ServerKey key, InetSocketAddress bound) {
    ServiceAddress service = config.serviceAt(bound);
    List<String> lines = new ArrayList<>();
    lines.add("the server's key is %s, from %s".formatted(key, key.origin().text()));
    lines.add(directories(config.data()));
    lines.add(
        "clients reach it as %s%s"
            .formatted(
                config.domainAt(bound),
                config.givenDomain().isEmpty() ? " (NGIT_DOMAIN is not set)" : ""));
    lines.add(addresses(config.web(), bound));
    lines.add(takes(config, config.admission(service)));
    if (config.hosts()) {
      lines.add(lists(config.hosting(service, key.publicKey())));
    }
    return lines.stream().map(line -> Escape.line(line, LINE_BYTES_MAX)).toList();
  }

  private static String directories(Config.Data data) {
    return data.backend() == Backend.MEMORY
        ? "all data is in memory and ends with this process"
        : "events are in %s, git data is in %s"
            .formatted(absolute(data.relayPath()), absolute(data.gitPath()));
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }

  private static String addresses(WebSettings web, InetSocketAddress bound) {
    return "open to %s at %s; %s; X-Forwarded-For is believed from %s"
        .formatted(
            bound.getAddress().isLoopbackAddress() ? "this machine" : "the network",
            Config.hostAndPort(bound),
            web.loopbackIsOperator()
                ? "loopback clients without X-Forwarded-For are the operator and have no limits per"
                    + " address"
                : "loopback clients have the limits of everybody",
            web.trustedProxies().isEmpty()
                ? "nobody"
                : web.trustedProxies().stream()
                    .map(one -> one.network().getHostAddress() + "/" + one.prefixBits())
                    .collect(Collectors.joining(",")));
  }

  private static String takes(Config config, AdmissionRules rules) {
    if (rules.readOnly()) {
      return "takes nothing: NGIT_READ_ONLY=true";
    }
    String what = config.hosts() ? "repositories that name this server" : "every valid event";
    return "takes %s; sync with other relays is %s".formatted(what, config.syncs() ? "on" : "off");
  }

  private static String lists(HostingRules rules) {
    ArchivePolicy archive = rules.archive();
    int archived = archive.repositories().size() + archive.services().size();
    return "repositories: %s; %s; %s"
        .formatted(
            rules.whiteList().isEmpty()
                ? "everybody may announce one"
                : "only those of the white list (%d entries)".formatted(rules.whiteList().size()),
            rules.blackList().isEmpty()
                ? "no black list"
                : "a black list of %d entries".formatted(rules.blackList().size()),
            archive.all()
                ? "archives every repository"
                : archived == 0 ? "archives none" : "archives %d entries".formatted(archived));
  }
}
