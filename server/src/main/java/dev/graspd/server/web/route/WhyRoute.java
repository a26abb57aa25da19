package dev.graspd.server.web.route;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.diary.Subject;
import java.util.List;
import java.util.Optional;

/** The target of a path below {@code api/v1/why}. Pure. */
final class WhyRoute {
  private static final List<String> ROOT = List.of("api", "v1", "why");

  private WhyRoute() {}

  static boolean isBelow(List<String> segments) {
    return segments.size() > ROOT.size() && segments.subList(0, ROOT.size()).equals(ROOT);
  }

  /** Returns the event or ref; empty if there can be none of this name. */
  static Optional<Subject> of(List<String> segments) {
    List<String> rest = segments.subList(ROOT.size(), segments.size());
    return rest.size() == 1 ? event(rest.getFirst()) : ref(rest);
  }

  private static Optional<Subject> event(String hex) {
    return hex.matches("[0-9a-f]{64}")
        ? Optional.of(new Subject.OfEvent(EventId.parse(hex)))
        : Optional.empty();
  }

  private static Optional<Subject> ref(List<String> rest) {
    if (rest.size() < 3) {
      return Optional.empty();
    }
    Optional<PublicKey> owner = Bech32.parseNpub(rest.getFirst());
    Optional<Identifier> identifier = Identifier.parse(rest.get(1));
    String ref = String.join("/", rest.subList(2, rest.size()));
    return owner.isEmpty() || identifier.isEmpty() || ref.length() > RefName.BYTES_MAX
        ? Optional.empty()
        : Optional.of(new Subject.OfRef(new RepoAddress(owner.get(), identifier.get()), ref));
  }
}
