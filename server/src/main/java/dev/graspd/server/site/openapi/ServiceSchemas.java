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

import dev.graspd.server.site.openapi.Schema.Fields;
import java.util.SortedMap;
import java.util.TreeMap;

/** The schemas of documents of repositories as a whole, and of the service. */
final class ServiceSchemas {
  private ServiceSchemas() {}

  static SortedMap<String, Schema> all() {
    SortedMap<String, Schema> all = new TreeMap<>();
    addRepositories(all);
    addHeld(all);
    addCopies(all);
    addSync(all);
    addWhy(all);
    return all;
  }

  private static void addRepositories(SortedMap<String, Schema> all) {
    all.put("Description", new Schema.AnyObject());
    all.put("NotHere", fields().with("error", text()));
    all.put("Head", fields().with("ref", text("refs/.+")).with("oid", OID));
    all.put(
        "Counts",
        fields().with("branches", whole()).with("tags", whole()).with("pull_requests", whole()));
    all.put(
        "Repository",
        announced(fields().with("npub", NPUB).with("pubkey", KEY).with("identifier", text()), EVENT)
            .with("head", orNull(named("Head")))
            .with("announced", whole())
            .with("updated", whole())
            .with("archived", flag())
            .with("bytes", whole())
            .with("counts", named("Counts"))
            .with("clone", text())
            .with("url", text()));
    all.put(
        "Repositories",
        fields()
            .with("items", listOf(named("Repository")))
            .with("next", orNull(text()))
            .withOptional("truncated", named("Truncated")));
    all.put(
        "Role",
        fields()
            .with("pubkey", KEY)
            .with("npub", NPUB)
            .with("role", words("owner", "lead", "maintainer", "moderator", "invited"))
            .with("id", orNull(EVENT)));
    all.put("RepositoryDocument", document());
  }

  /** What an announcement says. */
  private static Fields announced(Fields head, Schema event) {
    return head.with("id", event)
        .with("name", orNull(text()))
        .with("description", orNull(text()))
        .with("topics", listOf(text()))
        .with("web", listOf(text()))
        .with("relays", listOf(text()))
        .with("euc", orNull(OID));
  }

  private static Schema document() {
    Fields head = fields().with("npub", NPUB).with("identifier", text()).with("pubkey", KEY);
    return announced(head, orNull(EVENT))
        .with("announced", orNull(whole()))
        .with("updated", orNull(whole()))
        .with("default_branch", orNull(text()))
        .with("head", orNull(named("Head")))
        .with("clone", text())
        .with("roles", listOf(named("Role")))
        .with("at", whole())
        .with("state", words("served", "waiting", "expired"))
        .with("archived", flag())
        .with("archived_from", orNull(text()))
        .with("room", fields().with("repository", named("Room")).with("owner", named("Room")))
        .with("held", listOf(named("HeldEvent")))
        .with("hunt", named("Hunt"))
        .with("clone_urls", listOf(named("CloneUrl")))
        .with("copies", listOf(named("Copy")))
        .with("expired", listOf(named("ExpiredEvent")))
        .with("truncated", flag());
  }

  private static void addHeld(SortedMap<String, Schema> all) {
    all.put("Room", fields().with("used", whole()).with("limit", whole()));
    all.put("HeldEvent", event().with("waits_for", text()).with("expires", whole()));
    all.put("ExpiredEvent", event().with("reason", text()).with("expired", whole()));
    all.put(
        "Hunt",
        fields()
            .with("enabled", flag())
            .with("attempts", whole())
            .with("next_attempt", orNull(whole())));
    all.put(
        "CloneUrl",
        fields()
            .with("url", text())
            .with("announced", flag())
            .with("state", words("in_sync", "ahead", "behind", "unreachable", "unknown"))
            .with("running", flag())
            .with("last_look", orNull(whole()))
            .with("outcome", orNull(text()))
            .with("detail", orNull(text())));
  }

  private static void addCopies(SortedMap<String, Schema> all) {
    all.put("Difference", fields().with("ref", text()).with("here", OID).with("there", OID));
    all.put(
        "Copy",
        fields()
            .with("url", text())
            .with("looked_at", orNull(whole()))
            .with("same", orNull(whole()))
            .with("differs", orNull(listOf(named("Difference"))))
            .with("differs_count", orNull(whole()))
            .with("lacks", orNull(whole()))
            .with("lacking", orNull(listOf(text())))
            .with("extra", orNull(whole()))
            .with("head", orNull(text()))
            .with("current", orNull(flag()))
            .with("error", orNull(text())));
  }

  private static Fields event() {
    return fields()
        .with("id", EVENT)
        .with("kind", whole())
        .with("author", KEY)
        .with("missing", listOf(text()))
        .with("missing_count", whole());
  }

  private static void addSync(SortedMap<String, Schema> all) {
    all.put("Subscriptions", fields().with("live", whole()).with("passing", whole()));
    Fields known =
        fields().with("confirmed", whole()).with("pending", whole()).with("wanted", whole());
    all.put(
        "SyncTotals",
        known
            .with("relays", whole())
            .with("connected", whole())
            .with("dead", whole())
            .with("subscriptions", named("Subscriptions")));
    all.put(
        "SyncRelay",
        known
            .with("url", text())
            .with("bootstrap", flag())
            .with("state", text())
            .with("health", text())
            .with("failures", whole())
            .with("repositories", whole())
            .with("subscriptions", named("Subscriptions"))
            .with("last_contact", orNull(whole()))
            .with("caught_up_until", orNull(whole()))
            .with("history_complete", orNull(whole()))
            .with("next_attempt", orNull(whole()))
            .with("last_error", orNull(text())));
    all.put("Sync", sync());
    all.put(
        "Upkeep",
        fields()
            .with("done", whole())
            .with("failed", whole())
            .with("rewritten_bytes", whole())
            .with("reclaimed_bytes", whole())
            .with("last_done", orNull(whole())));
  }

  /** A server that does not sync says only that. */
  private static Schema sync() {
    return fields()
        .with("enabled", flag())
        .withOptional("at", whole())
        .withOptional("totals", named("SyncTotals"))
        .withOptional(
            "naughty",
            fields()
                .withOptional("dns", whole())
                .withOptional("tls", whole())
                .withOptional("protocol", whole())
                .withOptional("misbehaved", whole()))
        .withOptional(
            "rejected",
            fields().with("hot", whole()).with("cold", whole()).with("orphans", whole()))
        .withOptional("relays", listOf(named("SyncRelay")))
        .withOptional("truncated", flag());
  }

  private static void addWhy(SortedMap<String, Schema> all) {
    all.put(
        "LifeEntry",
        fields()
            .with("at", whole())
            .with("last", whole())
            .with("times", whole())
            .with("step", text())
            .with("source", text())
            .with("text", text()));
    all.put(
        "HuntTry",
        fields()
            .with("url", text())
            .with("result", text())
            .with("why", text())
            .with("at", whole()));
    all.put(
        "HuntOfFamily",
        fields()
            .with("waits", flag())
            .with("attempts", whole())
            .with("next_attempt", orNull(whole()))
            .with("running", listOf(text()))
            .with("tries", listOf(named("HuntTry"))));
    Fields known =
        fields()
            .with("known", flag())
            .with("standing", text())
            .with("text", text())
            .with("until", orNull(whole()))
            .with("diary_since", whole())
            .with("life", listOf(named("LifeEntry")))
            .with("hunt", orNull(named("HuntOfFamily")));
    all.put("WhyEvent", known.with("event", EVENT));
    all.put("WhyRef", known.with("repository", text()).with("ref", text()));
  }
}
