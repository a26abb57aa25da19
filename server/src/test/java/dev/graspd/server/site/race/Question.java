package dev.graspd.server.site.race;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.server.site.race.Timeline.State;
import dev.graspd.testkit.client.HostedRepo;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** An address, and the answers that are right. */
record Question(String path, Right right) {
  /** Whether a body shows a state. */
  @FunctionalInterface
  interface Right {
    boolean test(byte[] body, State.Shown shown);
  }

  /** Returns whether an answer is the one to a repository in this state. */
  boolean isRight(Face.Answer answer, State state) {
    return switch (state) {
      case State.Gone() -> answer.status() == 404;
      case State.Empty() ->
          answer.status() == 404
              || (answer.status() == 200 && MarkedCommits.marks(answer.body()).isEmpty());
      case State.Shown shown ->
          answer.status() == 200
              ? right.test(answer.body(), shown)
              : answer.status() == 404 && isAbsent(shown);
    };
  }

  private boolean isAbsent(State.Shown shown) {
    return right instanceof OfCommit(var number, _) && number > shown.top();
  }

  /** The address of a commit: right as soon as it was pushed. */
  private record OfCommit(int number, Right then) implements Right {
    @Override
    public boolean test(byte[] body, State.Shown shown) {
      return number <= shown.top() && then.test(body, shown);
    }
  }

  /** All kinds of addresses of a repository, and those of the commits with these numbers. */
  static List<Question> of(HostedRepo repo, MarkedCommits sample, int... commits) {
    String owner = Bech32.npub(repo.owner().publicKey());
    String page = "/" + owner + "/" + repo.identifier();
    String api = "/api/v1/repositories/" + owner + "/" + repo.identifier();
    List<Question> all = new ArrayList<>();
    all.addAll(ofPages(page, sample));
    all.addAll(ofFiles(page, sample));
    all.addAll(ofApi(api, sample));
    for (int number : commits) {
      String id = sample.ids().get(number);
      all.add(ofCommit(page + "/raw/" + id + "/a.txt", number, text(number)));
      all.add(ofCommit(page + "/tree/" + id + "/dir", number, only(number)));
      all.add(
          ofCommit(
              page + "/commit/" + id,
              number,
              (body, _) ->
                  MarkedCommits.marks(body).equals(range(Math.max(0, number - 1), number))));
      all.add(ofCommit(api + "/blob/" + id + "/a.txt", number, only(number)));
    }
    return all;
  }

  private static Question ofCommit(String path, int number, Right right) {
    return new Question(path, new OfCommit(number, right));
  }

  private static List<Question> ofPages(String page, MarkedCommits sample) {
    Right newest =
        (body, shown) -> MarkedCommits.marks(body).equals(range(shown.main(), shown.main()));
    Right history = (body, shown) -> MarkedCommits.marks(body).equals(range(0, shown.main()));
    Right branches =
        (body, shown) -> {
          SortedSet<Integer> marks = MarkedCommits.marks(body);
          return marks.contains(shown.main())
              && new TreeSet<>(List.of(shown.main(), shown.top())).containsAll(marks);
        };
    return List.of(
        new Question(page, branches),
        new Question(page + "/branches", branches),
        new Question(page + "/tree/main", newest),
        new Question(page + "/tree/main/a.txt", newest),
        new Question(page + "/blame/main/a.txt", newest),
        new Question(page + "/search?q=line&in=code&rev=main", newest),
        new Question(page + "/commits/main", history),
        new Question(page + "/feed/commits.atom", history),
        new Question(
            page + "/compare/" + sample.ids().getFirst() + "...main",
            (body, shown) ->
                MarkedCommits.marks(body).isEmpty() == (shown.main() == 0)
                    && range(0, shown.main()).containsAll(MarkedCommits.marks(body))));
  }

  private static List<Question> ofFiles(String page, MarkedCommits sample) {
    return List.of(
        new Question(
            page + "/raw/main/a.txt", (body, shown) -> text(shown.main()).test(body, shown)),
        new Question(
            page + "/archive/main.tar",
            (body, shown) -> Arrays.equals(body, sample.tars().get(shown.main()))),
        new Question(
            page + "/archive/main.tar.gz",
            (body, shown) -> Arrays.equals(Face.inflated(body), sample.tars().get(shown.main()))));
  }

  private static List<Question> ofApi(String api, MarkedCommits sample) {
    return List.of(
        new Question(
            api + "/blob/main/a.txt", (body, shown) -> only(shown.main()).test(body, shown)),
        new Question(
            api + "/commits?rev=main&limit=1",
            (body, shown) -> only(shown.main()).test(body, shown)),
        new Question(
            api + "/refs",
            (body, shown) -> {
              String text = new String(body, StandardCharsets.UTF_8);
              return text.contains(sample.ids().get(shown.main()))
                  && text.contains(sample.ids().get(shown.top()));
            }));
  }

  private static Right text(int number) {
    byte[] text = MarkedCommits.text(number).getBytes(StandardCharsets.UTF_8);
    return (body, _) -> Arrays.equals(body, text);
  }

  private static Right only(int number) {
    return (body, _) -> MarkedCommits.marks(body).equals(range(number, number));
  }

  private static SortedSet<Integer> range(int from, int to) {
    return IntStream.rangeClosed(from, to)
        .boxed()
        .collect(TreeSet::new, SortedSet::add, SortedSet::addAll);
  }
}
