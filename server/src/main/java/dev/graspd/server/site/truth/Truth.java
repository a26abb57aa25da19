package dev.graspd.server.site.truth;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.site.html.Html.Node;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All that the page shows. Equal facts have equal texts: a version of the page is made of them.
 *
 * @param names what people call themselves, of those who appear
 * @param relays of the owner's announcement
 * @param around what the server knows beside what is signed
 * @param refusals what was refused
 */
public record Truth(
    Signatures signatures,
    SortedMap<PublicKey, String> names,
    List<Relay> relays,
    Around around,
    Refusals refusals) {
  /** Tells what is known of a repository. Thread-safe; may read the store. */
  @FunctionalInterface
  public interface Source {
    /** Returns all that is known; empty if the repository is not served. */
    Optional<Truth> of(RepoAddress repository);
  }

  /** What is signed. */
  public record Signatures(Speakers speakers, SignedFacts states) {
    /**
     * Reads what counts for a repository.
     *
     * @param refs as they are served
     */
    public static Signatures of(RepoAddress repository, Family family, Refs refs) {
      return new Signatures(
          Speakers.of(repository, family),
          SignedFacts.of(family.statesFor(repository.owner()), refs));
    }

    /** Returns all who appear. */
    public SortedSet<PublicKey> people() {
      SortedSet<PublicKey> people = new TreeSet<>();
      for (Speakers.Speaker one : speakers.shown()) {
        people.add(one.key());
        one.namedBy().forEach(said -> people.add(said.event().author()));
      }
      states.states().forEach(one -> people.add(one.event().author()));
      return people;
    }
  }

  /**
   * A relay that the announcement names.
   *
   * @param sync how far this server follows it
   */
  public record Relay(String url, String sync) {}

  /**
   * Parts of the page that are made elsewhere.
   *
   * @param before how the repository is kept here
   * @param after what waits, other copies, and storage
   */
  public record Around(List<Node> before, List<Node> after) {
    public Around {
      before = List.copyOf(before);
      after = List.copyOf(after);
    }
  }

  public Truth {
    names = Collections.unmodifiableSortedMap(new TreeMap<>(names));
    relays = List.copyOf(relays);
  }
}
