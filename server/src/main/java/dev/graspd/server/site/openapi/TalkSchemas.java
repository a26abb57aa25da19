package dev.graspd.server.site.openapi;

import static dev.graspd.server.site.openapi.CodeSchemas.EVENT;
import static dev.graspd.server.site.openapi.CodeSchemas.KEY;
import static dev.graspd.server.site.openapi.CodeSchemas.NPUB;
import static dev.graspd.server.site.openapi.CodeSchemas.OID;
import static dev.graspd.server.site.openapi.Schema.fields;
import static dev.graspd.server.site.openapi.Schema.flag;
import static dev.graspd.server.site.openapi.Schema.listOf;
import static dev.graspd.server.site.openapi.Schema.named;
import static dev.graspd.server.site.openapi.Schema.orNull;
import static dev.graspd.server.site.openapi.Schema.text;
import static dev.graspd.server.site.openapi.Schema.whole;
import static dev.graspd.server.site.openapi.Schema.words;

import dev.graspd.server.site.openapi.Schema.AnyObject;
import dev.graspd.server.site.openapi.Schema.Fields;
import java.util.SortedMap;
import java.util.TreeMap;

/** The schemas of documents of threads, people and events. */
final class TalkSchemas {
  private TalkSchemas() {}

  static SortedMap<String, Schema> all() {
    SortedMap<String, Schema> all = new TreeMap<>();
    addLists(all);
    addThreads(all);
    all.put(
        "PersonDocument",
        fields()
            .with("pubkey", KEY)
            .with("npub", NPUB)
            .with("name", orNull(text()))
            .with("about", orNull(text()))
            .with("nip05", orNull(text()))
            .with("profile", orNull(EVENT))
            .with("repositories", listOf(named("PersonRepository")))
            .with("threads", listOf(named("PersonThread")))
            .with("grasp_list", orNull(EVENT))
            .with("grasp_servers", listOf(text()))
            .with("truncated", orNull(named("Truncated"))));
    all.put(
        "SearchHit",
        fields()
            .with("id", EVENT)
            .with("type", words("repository", "issue", "pull_request", "patch", "person", "event"))
            .with("title", text())
            .with("snippet", text())
            .with("repository", orNull(named("Place")))
            .with("author", named("Author"))
            .with("created_at", whole())
            .with("page", orNull(text())));
    all.put(
        "Search",
        fields()
            .with("items", listOf(named("SearchHit")))
            .with("next", orNull(text()))
            .with("truncated", orNull(named("Truncated"))));
    all.put("Place", place());
    all.put(
        "PersonRepository",
        place()
            .with("name", orNull(text()))
            .with("role", words("owner", "maintainer"))
            .with("archived", flag()));
    all.put(
        "PersonThread",
        fields()
            .with("id", EVENT)
            .with("type", words("issue", "pull_request", "patch"))
            .with("title", text())
            .with("created_at", whole())
            .with("repository", orNull(named("Place"))));
    all.put(
        "EventDocument",
        fields()
            .with("id", EVENT)
            .with("kind", whole())
            .with("pubkey", KEY)
            .with("npub", NPUB)
            .with("created_at", whole())
            .with("page", orNull(text()))
            .with("event", new AnyObject()));
    return all;
  }

  /** Which repository is meant. */
  private static Fields place() {
    return fields().with("npub", NPUB).with("pubkey", KEY).with("identifier", text());
  }

  private static void addLists(SortedMap<String, Schema> all) {
    all.put(
        "ThreadState",
        fields()
            .with("value", words("open", "draft", "merged", "resolved", "closed"))
            .with("by", orNull(EVENT))
            .with("signed", flag()));
    all.put("Author", fields().with("pubkey", KEY).with("npub", NPUB).with("name", orNull(text())));
    all.put("ThreadItem", row());
    all.put(
        "ThreadCounts",
        fields()
            .with("open", whole())
            .with("draft", whole())
            .with("merged", whole())
            .with("resolved", whole())
            .with("closed", whole()));
    all.put(
        "Threads",
        fields()
            .with("items", listOf(named("ThreadItem")))
            .with("next", orNull(text()))
            .with("counts", named("ThreadCounts"))
            .with("truncated", orNull(named("Truncated"))));
  }

  private static Fields row() {
    return fields()
        .with("id", EVENT)
        .with("type", words("issue", "pull_request", "patch"))
        .with("title", text())
        .with("state", named("ThreadState"))
        .with("labels", listOf(text()))
        .with("author", named("Author"))
        .with("created_at", whole())
        .with("updated_at", whole())
        .with("comments", whole());
  }

  private static Fields head() {
    return fields().with("id", EVENT).with("author", named("Author")).with("created_at", whole());
  }

  private static void addThreads(SortedMap<String, Schema> all) {
    all.put("Revision", head().with("tip", orNull(OID)).with("merge_base", orNull(OID)));
    all.put("Series", fields().with("proposed", flag()).with("patches", listOf(EVENT)));
    all.put("Review", head().with("verdict", text()));
    all.put(
        "Thread",
        row()
            .with("content", text())
            .with("cover_note", orNull(EVENT))
            .with("target", orNull(text("refs/.+")))
            .with("revisions", listOf(named("Revision")))
            .with("proposed_revisions", listOf(named("Revision")))
            .with("series", listOf(named("Series")))
            .with("reviews", listOf(named("Review")))
            .with("thread", listOf(EVENT))
            .with("truncated", orNull(named("Truncated"))));
  }
}
