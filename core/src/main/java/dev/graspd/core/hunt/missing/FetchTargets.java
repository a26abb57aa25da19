package dev.graspd.core.hunt.missing;

import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.repo.TipsHere;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Works out which objects to look for at which clone URL (purgatory.md, section 4). For a state:
 * the clone URLs of the owners whose repository obeys it, and of their maintainers. For a pull
 * request: those of the repositories that it names, and its own.
 */
public final class FetchTargets {
  /**
   * The most places of one family: first those for the newest states, then its other copies, last
   * those that only pull requests name.
   */
  public static final int PLACES_MAX = 512;

  /** The most ids to look for at one place; those of the newest states come first. */
  public static final int IDS_PER_PLACE_MAX = 10_000;

  /** The most clone URLs used of one event. */
  public static final int URLS_PER_EVENT_MAX = 64;

  /**
   * Objects that a family has lost.
   *
   * @param ids objects that its refs need and that are missing or incomplete
   * @param requests the served pull requests that need some of them; those for repositories
   *     elsewhere have no other copies than their own
   */
  public record Lost(SortedSet<Oid> ids, List<PullRequest> requests) {
    public static final Lost NOTHING = new Lost(Collections.emptySortedSet(), List.of());

    public Lost {
      ids = Collections.unmodifiableSortedSet(new TreeSet<>(ids));
      requests = List.copyOf(requests);
    }
  }

  /** The missing commit of one pull request, and the owners it is for. */
  private record Sought(PullRequest request, Set<PublicKey> owners, SortedSet<Oid> ids) {}

  /** The missing objects, and where they may be. */
  private record Seek(SortedSet<Oid> ids, List<CloneUrl> urls) {}

  private final Family family;
  private final ServiceAddress own;
  private final SortedMap<CloneUrl, SortedSet<Oid>> places = new TreeMap<>();

  /** The places that only pull requests name. */
  private final SortedSet<CloneUrl> offered = new TreeSet<>();

  private FetchTargets(Family family, ServiceAddress own) {
    this.family = family;
    this.own = own;
  }

  /**
   * Returns what a family lacks now, and where it may be.
   *
   * @param own the URL of this service, where we never look
   */
  public static MissingData of(Family family, TipsHere here, ServiceAddress own) {
    return of(family, here, own, Lost.NOTHING);
  }

  /**
   * Returns the same for a family that has lost objects.
   *
   * @param lost looked for at the other copies of served repositories; commits of pull requests
   *     also at the places for unserved pull requests
   */
  public static MissingData of(Family family, TipsHere here, ServiceAddress own, Lost lost) {
    return new FetchTargets(family, own).of(here, lost);
  }

  /** Returns whether a repository of this family is served here. */
  public static boolean isHosted(Family family) {
    return family.announcements().values().stream().anyMatch(FetchTargets::isServed);
  }

  /**
   * Returns whether to compare a family with its clone URLs: it has a served repository, or an
   * expired event that a URL may revive, because its git host was down while it was held. A family
   * whose events name no other place is compared with nothing.
   */
  public static boolean isCompared(Family family, ServiceAddress own) {
    return hasReasonToCompare(family) && new FetchTargets(family, own).namesOthers();
  }

  private boolean namesOthers() {
    return family.announcements().values().stream()
            .anyMatch(one -> !parsed(one.announcement().cloneUrls()).isEmpty())
        || family.pullRequests().values().stream()
            .anyMatch(one -> !parsed(one.request().cloneUrls()).isEmpty());
  }

  private static boolean hasReasonToCompare(Family family) {
    return isHosted(family)
        || family.states().stream().anyMatch(one -> one.standing() == Standing.LAPSED)
        || family.pullRequests().values().stream()
            .anyMatch(one -> one.standing() == Standing.LAPSED);
  }

  private static boolean isServed(Announced announced) {
    return announced.standing() == Standing.SERVED && announced.isRepository();
  }

  /** The clone URLs of an owner and of the maintainers of that repository. */
  static List<CloneUrl> urlsOf(PublicKey owner, Family family, ServiceAddress own) {
    FetchTargets places = new FetchTargets(family, own);
    Set<PublicKey> keys = new LinkedHashSet<>();
    places.addPeopleOf(owner, keys);
    return places.urlsOf(keys);
  }

  /** The clone URLs that a pull request itself names. */
  static List<CloneUrl> urlsOf(Offered offered, Family family, ServiceAddress own) {
    return new FetchTargets(family, own).parsed(offered.request().cloneUrls());
  }

  private MissingData of(TipsHere here, Lost lost) {
    seek(
        Wants.states(family).stream()
            .map(state -> new Seek(Wants.absent(state, here), urlsFor(state)))
            .toList());
    seek(List.of(new Seek(lost.ids(), urlsToCompareWith())));
    boolean hosted = isHosted(family);
    if (hosted) {
      urlsToCompareWith().forEach(this::place);
    }
    urlsThatMayRevive().forEach(this::place);
    seekPullRequests(Stream.concat(waiting(here), lost(lost)).toList(), hosted);
    return new MissingData(family.identifier(), places, offered, isCompared(family, own));
  }

  /** First the places of the repositories that they are for, then those that their authors name. */
  private void seekPullRequests(List<Sought> all, boolean hosted) {
    seek(all.stream().map(one -> new Seek(one.ids(), urlsOf(one.owners()))).toList());
    SortedSet<CloneUrl> announced = new TreeSet<>(places.keySet());
    seek(all.stream().map(one -> new Seek(one.ids(), parsed(one.request().cloneUrls()))).toList());
    settledRequests(hosted).forEach(request -> parsed(request.cloneUrls()).forEach(this::place));
    offered.addAll(places.keySet());
    offered.removeAll(announced);
  }

  private Stream<Sought> waiting(TipsHere here) {
    return Wants.pullRequests(family).stream()
        .map(one ->
            new Sought(one.request(), repositoriesOf(one), Wants.absent(one.request(), here)));
  }

  private Stream<Sought> lost(Lost lost) {
    return lost.requests().stream()
        .map(request ->
            new Sought(
                request,
                request.ownersNamed(family.identifier()),
                request.commit().stream()
                    .filter(lost.ids()::contains)
                    .collect(Collectors.toCollection(TreeSet::new))));
  }

  /** Pull requests that their own places may revive; for a hosted family also the served ones. */
  private Stream<PullRequest> settledRequests(boolean hosted) {
    return family.pullRequests().values().stream()
        .filter(one ->
            one.standing() == Standing.LAPSED || (hosted && one.standing() == Standing.SERVED))
        .map(Offered::request);
  }

  /**
   * The URLs for expired events, as while they were held. Their announcements may have expired with
   * them, but still count here.
   */
  private Stream<CloneUrl> urlsThatMayRevive() {
    FetchTargets before = new FetchTargets(withLapsedAnnouncements(), own);
    Stream<List<CloneUrl>> ofStates =
        family.states().stream()
            .filter(one -> one.standing() == Standing.LAPSED && one.state().isPossible())
            .map(one -> before.urlsFor(one.state()));
    Stream<List<CloneUrl>> ofRequests =
        family.pullRequests().values().stream()
            .filter(one -> one.standing() == Standing.LAPSED)
            .map(one -> before.urlsOf(before.repositoriesOf(one)));
    return inTurns(Stream.concat(ofStates, ofRequests).toList());
  }

  private Family withLapsedAnnouncements() {
    return family.withAll(
        family.announcements().values().stream()
            .filter(one -> one.standing() == Standing.LAPSED)
            .map(one -> new Announced(one.announcement(), Standing.WAITING, one.hosting()))
            .toList());
  }

  /**
   * Adds these searches; earlier ones choose their ids first. Places are assigned in turns, one URL
   * of each at a time, so that an author with many URLs leaves room for others.
   */
  private void seek(List<Seek> all) {
    List<Seek> lacking = all.stream().filter(one -> !one.ids().isEmpty()).toList();
    inTurns(lacking.stream().map(Seek::urls).toList()).forEach(this::place);
    for (Seek one : lacking) {
      for (CloneUrl url : one.urls()) {
        SortedSet<Oid> sought = place(url);
        one.ids().stream()
            .limit(Math.max(0, IDS_PER_PLACE_MAX - sought.size()))
            .forEach(sought::add);
      }
    }
  }

  /** The first of each, then the second of each, and so on. */
  private static Stream<CloneUrl> inTurns(List<List<CloneUrl>> lists) {
    int longest = lists.stream().mapToInt(List::size).max().orElse(0);
    return IntStream.range(0, longest)
        .boxed()
        .flatMap(i -> lists.stream().filter(one -> i < one.size()).map(one -> one.get(i)));
  }

  /** The ids of a place; beyond the limit a set that is dropped. */
  private SortedSet<Oid> place(CloneUrl url) {
    return places.containsKey(url) || places.size() < PLACES_MAX
        ? places.computeIfAbsent(url, _ -> new TreeSet<>())
        : new TreeSet<>();
  }

  private List<CloneUrl> urlsFor(RepoState state) {
    Set<PublicKey> keys = new LinkedHashSet<>(List.of(state.author()));
    family.ownersFor(state.author()).forEach(owner -> addPeopleOf(owner, keys));
    return urlsOf(keys);
  }

  private Set<PublicKey> repositoriesOf(Offered one) {
    Set<PublicKey> keys = new LinkedHashSet<>(one.targets());
    one.request().repositories().stream()
        .filter(address -> address.identifier().equals(family.identifier()))
        .map(RepoAddress::owner)
        .forEach(keys::add);
    return keys;
  }

  private List<CloneUrl> urlsToCompareWith() {
    Set<PublicKey> keys = new LinkedHashSet<>();
    family.announcements().values().stream()
        .filter(FetchTargets::isServed)
        .forEach(announced -> addPeopleOf(announced.announcement().author(), keys));
    return urlsOf(keys);
  }

  private void addPeopleOf(PublicKey owner, Set<PublicKey> keys) {
    keys.add(owner);
    keys.addAll(family.membersOf(owner));
  }

  /** The clone URLs in the announcements of these keys, served and held. */
  private List<CloneUrl> urlsOf(Set<PublicKey> keys) {
    List<List<CloneUrl>> urls =
        keys.stream()
            .flatMap(key -> family.announcementOf(key).stream())
            .filter(announced -> announced.standing().counts())
            .map(announced -> parsed(announced.announcement().cloneUrls()))
            .toList();
    return inTurns(urls).distinct().toList();
  }

  private List<CloneUrl> parsed(List<String> texts) {
    return texts.stream()
        .flatMap(text -> CloneUrl.parse(text).stream())
        .filter(url -> !own.contains(url.text()))
        .limit(URLS_PER_EVENT_MAX)
        .toList();
  }
}
