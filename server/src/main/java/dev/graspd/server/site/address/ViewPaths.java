package dev.graspd.server.site.address;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreeName;
import dev.graspd.server.site.address.Addresses.Reading;
import dev.graspd.server.site.address.RepositoryView.Entries;
import dev.graspd.server.site.address.RepositoryView.Form;
import dev.graspd.server.site.address.RepositoryView.Format;
import dev.graspd.server.site.address.RepositoryView.In;
import dev.graspd.server.site.address.RepositoryView.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The part of an address below the name of a repository (W-13 to W-19). */
final class ViewPaths {
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{7,40}");
  private static final String FROM_BASE = "...";
  private static final String FROM_FIRST = "..";

  /** Words that lead to another one that says the same. */
  private static final Set<String> OTHER_WORDS = Set.of("blob", "about");

  private ViewPaths() {}

  static Reading read(
      List<String> segments, Query query, Function<RepositoryView, SiteAddress> below) {
    if (query.number("go-get").orElse(0) == 1) {
      return new Reading.At(below.apply(new RepositoryView.GoImport()));
    }
    if (segments.isEmpty()) {
      return new Reading.At(below.apply(new RepositoryView.Summary()));
    }
    List<String> rest = segments.subList(1, segments.size());
    Optional<RepositoryView> chosen =
        rest.isEmpty() ? chosen(segments.getFirst(), query) : Optional.empty();
    if (chosen.isPresent()) {
      return new Reading.Moved(below.apply(chosen.get()));
    }
    Optional<RepositoryView> view = view(segments.getFirst(), rest, query);
    if (view.isEmpty()) {
      return new Reading.Nothing();
    }
    SiteAddress address = below.apply(view.get());
    boolean isMoved =
        OTHER_WORDS.contains(segments.getFirst()) || TalkPaths.isWord(segments.getFirst(), rest);
    return isMoved ? new Reading.Moved(address) : new Reading.At(address);
  }

  /** A form sends its two revisions as a query; the difference has an address without one. */
  private static Optional<RepositoryView> chosen(String word, Query query) {
    Optional<String> from = query.text("from").map(String::strip).filter(ViewPaths::isRevision);
    Optional<String> to = query.text("to").map(String::strip).filter(ViewPaths::isRevision);
    return word.equals("compare") && from.isPresent() && to.isPresent()
        ? Optional.of(
            new RepositoryView.Compare(from.get(), to.get(), true, Form.PAGE, DiffOptions.USUAL))
        : Optional.empty();
  }

  /** Returns whether a text can be the name of a revision: dots at its ends would be a range. */
  private static boolean isRevision(String text) {
    return !text.contains(FROM_FIRST)
        && !text.endsWith(".")
        && Stream.of(text.split("/", -1))
            .allMatch(part -> !part.isEmpty() && !part.startsWith(".") && part.indexOf('\0') < 0);
  }

  private static Optional<RepositoryView> view(String word, List<String> rest, Query query) {
    return switch (word) {
      case "tree", "blob" ->
          place(rest)
              .map(place ->
                  new RepositoryView.Tree(
                      place,
                      query.text("lines").flatMap(LineRange::parse),
                      query.path("after").stream().findFirst(),
                      query.choice("view", Shown.class, Shown.RENDERED)));
      case "raw" -> place(rest).map(RepositoryView.Raw::new);
      case "blame" -> place(rest).map(RepositoryView.Blame::new);
      case "commits" -> place(rest).map(place -> new RepositoryView.Commits(place, log(query)));
      case "commit" -> rest.size() == 1 ? commit(rest.getFirst(), query) : Optional.empty();
      case "compare" ->
          rest.isEmpty()
              ? Optional.of(new RepositoryView.CompareForm())
              : compare(String.join("/", rest), query);
      case "branches" -> alone(rest, new RepositoryView.Branches());
      case "tags" -> alone(rest, new RepositoryView.Tags());
      case "status", "about" -> alone(rest, new RepositoryView.Status());
      case "tag" -> revision(String.join("/", rest)).map(RepositoryView.Tag::new);
      case "archive" -> download(String.join("/", rest));
      case "search" ->
          alone(
              rest,
              new RepositoryView.Search(
                  query.text("q").orElse(""),
                  query.choice("in", In.class, In.CODE),
                  query.text("rev").map(String::strip).filter(ViewPaths::isRevision)));
      case "issues", "prs" -> TalkPaths.read(word, rest, query).map(RepositoryView.Talk::new);
      case "feed" -> rest.size() == 1 ? feed(rest.getFirst()) : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static Optional<RepositoryView> alone(List<String> rest, RepositoryView view) {
    return rest.isEmpty() ? Optional.of(view) : Optional.empty();
  }

  static Optional<Place> place(List<String> rest) {
    List<TreeName> names = new ArrayList<>();
    for (String segment : rest) {
      Optional<TreeName> name = Segments.decode(segment);
      if (name.isEmpty()) {
        return Optional.empty();
      }
      names.add(name.get());
    }
    return names.isEmpty() ? Optional.empty() : Optional.of(new Place(names));
  }

  private static LogOptions log(Query query) {
    Optional<Oid> from = query.text("from").flatMap(Oid::parse);
    int skipped = from.isPresent() ? query.number("skip").orElse(0) : 0;
    int passed = from.isPresent() ? query.number("passed").orElse(0) : 0;
    return new LogOptions(from, skipped, passed, query.number("follow").orElse(0) == 1);
  }

  static DiffOptions diff(Query query) {
    int context = query.number("context").orElse(DiffOptions.USUAL.context());
    return new DiffOptions(
        query.path("path"),
        query.choice("view", DiffOptions.View.class, DiffOptions.View.UNIFIED),
        DiffOptions.CONTEXTS.contains(context) ? context : DiffOptions.USUAL.context(),
        query.choice("space", DiffOptions.Space.class, DiffOptions.Space.KEEP));
  }

  static Form form(String raw) {
    for (Form form : Form.values()) {
      if (form != Form.PAGE && raw.endsWith(form.ending())) {
        return form;
      }
    }
    return Form.PAGE;
  }

  static String without(String ending, String raw) {
    return raw.substring(0, raw.length() - ending.length());
  }

  private static Optional<RepositoryView> commit(String raw, Query query) {
    Form form = form(raw);
    String id = without(form.ending(), raw);
    return COMMIT.matcher(id).matches()
        ? Optional.of(new RepositoryView.Commit(id, form, diff(query)))
        : Optional.empty();
  }

  private static Optional<RepositoryView> compare(String raw, Query query) {
    Form form = form(raw);
    String both = without(form.ending(), raw);
    // No name of a ref has two dots in a row.
    boolean isFromBase = both.contains(FROM_BASE);
    String dots = isFromBase ? FROM_BASE : FROM_FIRST;
    int at = both.indexOf(dots);
    if (at < 0) {
      return Optional.empty();
    }
    Optional<String> from = revision(both.substring(0, at));
    Optional<String> to = revision(both.substring(at + dots.length()));
    return from.isEmpty() || to.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new RepositoryView.Compare(from.get(), to.get(), isFromBase, form, diff(query)));
  }

  private static Optional<RepositoryView> download(String raw) {
    for (Format format : Format.values()) {
      if (raw.endsWith(format.ending())) {
        return revision(without(format.ending(), raw))
            .map(revision -> new RepositoryView.Download(revision, format));
      }
    }
    return Optional.empty();
  }

  private static Optional<RepositoryView> feed(String raw) {
    for (Entries entries : Entries.values()) {
      if (raw.equals(Query.word(entries) + Addresses.ATOM)) {
        return Optional.of(new RepositoryView.Feed(entries));
      }
    }
    return TalkPaths.feed(raw).map(RepositoryView.Talk::new);
  }

  /** Decodes the name of a revision; it may have slashes. */
  static Optional<String> revision(String raw) {
    List<String> names = new ArrayList<>();
    for (String segment : raw.split("/", -1)) {
      Optional<TreeName> name = Segments.decode(segment).filter(TreeName::isText);
      if (name.isEmpty()) {
        return Optional.empty();
      }
      names.add(name.get().text());
    }
    return Optional.of(String.join("/", names)).filter(ViewPaths::isRevision);
  }

  static String write(RepositoryView view) {
    return switch (view) {
      case RepositoryView.Summary() -> "";
      case RepositoryView.GoImport() -> "?go-get=1";
      case RepositoryView.Tree(var place, var lines, var after, var shown) ->
          "/tree/"
              + place.encoded()
              + new Query.Writer()
                  .text("lines", lines.map(LineRange::written))
                  .path("after", after.stream().toList())
                  .choice("view", shown, Shown.RENDERED)
                  .end();
      case RepositoryView.Raw(var place) -> "/raw/" + place.encoded();
      case RepositoryView.Blame(var place) -> "/blame/" + place.encoded();
      case RepositoryView.Commits(var place, var log) ->
          "/commits/"
              + place.encoded()
              + new Query.Writer()
                  .text("from", log.from().map(Oid::hex))
                  .number("skip", log.skipped(), 0)
                  .number("passed", log.passed(), 0)
                  .number("follow", log.isFollowing() ? 1 : 0, 0)
                  .end();
      case RepositoryView.Commit(var id, var form, var diff) ->
          "/commit/" + id + form.ending() + query(diff);
      case RepositoryView.Compare(var from, var to, var isFromBase, var form, var diff) ->
          "/compare/"
              + encoded(from)
              + (isFromBase ? FROM_BASE : FROM_FIRST)
              + protectedFrom(form(encoded(to)).ending(), encoded(to))
              + form.ending()
              + query(diff);
      case RepositoryView.CompareForm() -> "/compare";
      case RepositoryView.Branches() -> "/branches";
      case RepositoryView.Tags() -> "/tags";
      case RepositoryView.Status() -> "/status";
      case RepositoryView.Tag(var name) -> "/tag/" + encoded(name);
      case RepositoryView.Download(var revision, var format) ->
          "/archive/" + encoded(revision) + format.ending();
      case RepositoryView.Search(var text, var in, var revision) ->
          "/search"
              + new Query.Writer()
                  .text("q", Optional.of(text).filter(words -> !words.isEmpty()))
                  .choice("in", in, In.CODE)
                  .text("rev", revision)
                  .end();
      case RepositoryView.Talk(var talk) -> TalkPaths.write(talk);
      case RepositoryView.Feed(var entries) ->
          "/feed/" + Query.word(entries).toLowerCase(Locale.ROOT) + Addresses.ATOM;
    };
  }

  static String query(DiffOptions diff) {
    if (diff.equals(DiffOptions.USUAL)) {
      return "";
    }
    return new Query.Writer()
        .path("path", diff.path())
        .choice("view", diff.view(), DiffOptions.View.UNIFIED)
        .number("context", diff.context(), DiffOptions.USUAL.context())
        .choice("space", diff.space(), DiffOptions.Space.KEEP)
        .end();
  }

  private static String encoded(String revision) {
    return Place.of(revision, List.of()).encoded();
  }

  /** Encodes the dot of a name that ends like a form: an ending counts only as it is written. */
  private static String protectedFrom(String ending, String encoded) {
    return ending.isEmpty() ? encoded : without(ending, encoded) + "%2E" + ending.substring(1);
  }
}
