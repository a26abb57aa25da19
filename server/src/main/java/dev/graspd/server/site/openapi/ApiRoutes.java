package dev.graspd.server.site.openapi;

import java.util.List;

/** The addresses of the API: the one table of which its description is made. */
public final class ApiRoutes {
  private static final String REPOSITORY = "/api/v1/repositories/{npub}/{identifier}";

  private static final String LAST_COMMITS = "The commit that last changed each entry";

  private static final ApiRoute.Key LIMIT =
      new ApiRoute.Key(
          "limit", Schema.text("[0-9]{1,3}"), "Most items of the answer: 1 to 100, usually 50");
  private static final ApiRoute.Key CURSOR =
      new ApiRoute.Key("cursor", Schema.text(), "next of an earlier answer");

  private ApiRoutes() {}

  public static List<ApiRoute> all() {
    return List.of(
        ApiRoute.of("/api/v1/sync", "sync", "The state of sync with other relays", "Sync")
            .versioned(),
        ApiRoute.of("/api/v1/upkeep", "upkeep", "Repacking since the start", "Upkeep").versioned(),
        why("/api/v1/why/{event}", "whyEvent", "The life of an event", "WhyEvent"),
        why("/api/v1/why/{npub}/{identifier}/{ref}", "whyRef", "The life of a ref", "WhyRef"),
        repositories(),
        ApiRoute.of(REPOSITORY, "repository", "A repository", "RepositoryDocument")
            .or(
                new ApiRoute.Answer(
                    404, "application/json", "NotHere", "There is no such repository"))
            .versioned(),
        code("/refs", "refs", "The refs by name, with who signed them", "Refs").with(LIMIT, CURSOR),
        code("/tree/{rev}", "rootTree", "The root directory", "Tree").with(LIMIT, CURSOR),
        code("/tree/{rev}/{path}", "tree", "A directory", "Tree").with(LIMIT, CURSOR),
        code("/blob/{rev}/{path}", "blob", "A file of at most 1 MiB with its content", "Blob"),
        code("/commits", "commits", "The commits that lead to a revision", "Log")
            .with(
                new ApiRoute.Key("rev", Schema.text(), "A revision, usually HEAD"),
                new ApiRoute.Key("path", Schema.text(), "Only commits that change this path"),
                LIMIT,
                CURSOR),
        code("/commits/{oid}", "commit", "A commit with what it changes", "CommitDocument"),
        code("/compare/{from}...{to}", "compare", "What a revision adds to another", "Compare")
            .with(new ApiRoute.Key("hunks", Schema.words("0", "1"), "0: lines are only counted")),
        code("/blame/{rev}/{path}", "blame", "The commit of each line of a file", "Blame"),
        code("/last-commits/{rev}", "rootLastCommits", LAST_COMMITS, "LastCommits")
            .with(LIMIT, CURSOR),
        code("/last-commits/{rev}/{path}", "lastCommits", LAST_COMMITS, "LastCommits")
            .with(LIMIT, CURSOR),
        threads("/issues", "issues", "The issues"),
        thread("/issues/{event}", "issue", "An issue"),
        threads("/prs", "pullRequests", "The pull requests and patches"),
        thread("/prs/{event}", "pullRequest", "A pull request or a patch series"),
        single("/api/v1/people/{npub}", "person", "What a person says of itself", "PersonDocument")
            .orProblem(404, "Nothing of this person is here"),
        single(
                "/api/v1/events/{event}",
                "event",
                "A served event as it was signed",
                "EventDocument")
            .orProblem(404, "No such event is served here"),
        search(),
        description());
  }

  private static ApiRoute search() {
    return ApiRoute.of("/api/v1/search", "search", "What a search by words has found", "Search")
        .with(
            new ApiRoute.Key("q", Schema.text(), "Words, as of NIP-50: all of them must occur"),
            new ApiRoute.Key(
                "type",
                Schema.words("repositories", "issues", "people"),
                "Usually repositories; pull requests and patches are among issues"),
            LIMIT,
            CURSOR)
        .orProblem(404, "Search is switched off, or the hit of the cursor is gone")
        .orProblem(503, "The server has too much to do now, or the index is being built")
        .versioned();
  }

  private static ApiRoute single(String template, String operation, String summary, String schema) {
    return ApiRoute.of(template, operation, summary, schema)
        .orProblem(400, ApiRoute.MALFORMED)
        .versioned();
  }

  private static ApiRoute threads(String rest, String operation, String summary) {
    return code(rest, operation, summary, "Threads")
        .with(
            new ApiRoute.Key(
                "state",
                Schema.words("open", "merged", "closed", "draft", "all"),
                "Usually open; closed ones include resolved ones"),
            new ApiRoute.Key("label", Schema.text(), "A label that the thread has"),
            new ApiRoute.Key("author", Schema.text(), "Who began it: npub or 64 hex digits"),
            new ApiRoute.Key("q", Schema.text(), "A text that its title or a label contains"),
            new ApiRoute.Key("sort", Schema.words("newest", "updated"), "Usually newest"),
            new ApiRoute.Key(
                "from",
                Schema.words("known", "all"),
                "known: begun by maintainers and people of whom they took notice"),
            LIMIT,
            CURSOR);
  }

  private static ApiRoute thread(String rest, String operation, String summary) {
    return code(rest, operation, summary, "Thread")
        .orProblem(404, "There is no such repository or thread here");
  }

  private static ApiRoute why(String template, String operation, String summary, String schema) {
    return ApiRoute.of(template, operation, summary, schema)
        .or(new ApiRoute.Answer(404, "application/json", schema, "Nothing is known of it"));
  }

  private static ApiRoute repositories() {
    return ApiRoute.of(
            "/api/v1/repositories", "repositories", "The hosted repositories", "Repositories")
        .with(
            new ApiRoute.Key(
                "q", Schema.text(), "Words of identifier, name, description or topics"),
            new ApiRoute.Key("owner", Schema.text(), "npub or 64 hex digits"),
            new ApiRoute.Key("topic", Schema.text(), "A topic as it is announced"),
            new ApiRoute.Key(
                "archived", Schema.words("true", "false"), "Copies only, or others only"),
            new ApiRoute.Key(
                "sort",
                Schema.words("announced", "updated"),
                "The newest announcement or state first"),
            LIMIT,
            CURSOR)
        .versioned();
  }

  /** Something of a repository that a program may ask for and that may be missing. */
  private static ApiRoute code(String rest, String operation, String summary, String schema) {
    return ApiRoute.of(REPOSITORY + rest, operation, summary, schema)
        .orProblem(400, ApiRoute.MALFORMED)
        .orProblem(404, "The repository, the revision or the path is not here")
        .orProblem(
            503,
            "The server has too much to do now, or it takes too long to find out whether a commit"
                + " belongs here")
        .versioned();
  }

  private static ApiRoute description() {
    return ApiRoute.of("/api/v1/openapi.json", "description", "This description", "Description")
        .versioned();
  }
}
