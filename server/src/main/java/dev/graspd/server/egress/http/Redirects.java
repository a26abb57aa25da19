package dev.graspd.server.egress.http;

import dev.graspd.server.egress.dial.Failure;
import dev.graspd.server.egress.dial.NamedBy;
import dev.graspd.server.egress.dial.Target;
import dev.graspd.server.egress.dial.Target.Parsed;
import java.util.Optional;
import java.util.Set;

/** Decides whether and where to follow a redirect. Pure. */
final class Redirects {
  private static final Set<Integer> STATUSES = Set.of(301, 302, 303, 307, 308);

  /** Where to go instead. */
  sealed interface Step {
    record To(Target target) implements Step {}

    record Refused(Failure failure) implements Step {}
  }

  private Redirects() {}

  static boolean isRedirect(int status) {
    return STATUSES.contains(status);
  }

  /**
   * Reads a Location header. It comes from a stranger, even if the operator named the first target.
   */
  static Step follow(Target from, Optional<String> location) {
    if (location.isEmpty()) {
      return refused("a redirect to nowhere");
    }
    return switch (Target.parse(absolute(from, location.get()), NamedBy.STRANGER)) {
      case Parsed.Invalid(var why) -> refused("a redirect to something else: " + why);
      case Parsed.Valid(var target) -> judged(from, target);
    };
  }

  private static Step judged(Target from, Target to) {
    if (to.scheme() != to.scheme().forHttp()) {
      return refused("a redirect to something else: not http or https");
    }
    return from.scheme().isSecure() && !to.scheme().isSecure()
        ? new Step.Refused(new Failure.Denied("redirect from https to http"))
        : new Step.To(to);
  }

  private static String absolute(Target from, String location) {
    String server = from.scheme().text() + "://" + from.hostHeader();
    if (location.startsWith("//")) {
      return from.scheme().text() + ":" + location;
    }
    if (location.startsWith("/")) {
      return server + location;
    }
    int colon = location.indexOf("://");
    boolean isWhole = colon > 0 && location.substring(0, colon).indexOf('/') < 0;
    return isWhole ? location : server + directory(from.path()) + location;
  }

  private static String directory(String path) {
    int query = path.indexOf('?');
    String plain = query < 0 ? path : path.substring(0, query);
    return plain.substring(0, plain.lastIndexOf('/') + 1);
  }

  private static Step refused(String why) {
    return new Step.Refused(new Failure.WrongAnswer(why));
  }
}
