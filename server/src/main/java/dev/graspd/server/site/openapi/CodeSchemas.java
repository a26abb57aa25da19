package dev.graspd.server.site.openapi;

import static dev.graspd.server.site.openapi.Schema.fields;
import static dev.graspd.server.site.openapi.Schema.flag;
import static dev.graspd.server.site.openapi.Schema.listOf;
import static dev.graspd.server.site.openapi.Schema.named;
import static dev.graspd.server.site.openapi.Schema.orNull;
import static dev.graspd.server.site.openapi.Schema.signed;
import static dev.graspd.server.site.openapi.Schema.text;
import static dev.graspd.server.site.openapi.Schema.whole;
import static dev.graspd.server.site.openapi.Schema.words;

import dev.graspd.server.site.openapi.Schema.Fields;
import java.util.SortedMap;
import java.util.TreeMap;

/** The schemas of documents of code. */
final class CodeSchemas {
  static final Schema OID = text("[0-9a-f]{40}");
  static final Schema EVENT = text("[0-9a-f]{64}");
  static final Schema KEY = text("[0-9a-f]{64}");
  static final Schema NPUB = text("npub1[02-9ac-hj-np-z]{58}");

  private static final Schema MODE = words("040000", "100644", "100755", "120000", "160000");
  private static final Schema BASE64 = orNull(text("[A-Za-z0-9+/]*={0,2}"));
  private static final Schema TRUNCATED = orNull(named("Truncated"));

  private CodeSchemas() {}

  static SortedMap<String, Schema> all() {
    SortedMap<String, Schema> all = new TreeMap<>();
    addCommon(all);
    addTrees(all);
    addCommits(all);
    addDifferences(all);
    return all;
  }

  private static void addCommon(SortedMap<String, Schema> all) {
    all.put(
        "Problem",
        fields()
            .with("type", text())
            .with("title", text())
            .with("status", whole())
            .with("detail", text())
            .with("error", text()));
    all.put("Truncated", fields().with("what", text()).with("limit", whole()));
    all.put(
        "Signer",
        fields().with("id", EVENT).with("pubkey", KEY).with("npub", NPUB).with("at", whole()));
    all.put(
        "Ref",
        fields()
            .with("name", text("refs/.+"))
            .with("oid", OID)
            .with("peeled", orNull(OID))
            .with("signed_by", orNull(named("Signer")))
            .with("pull_request", orNull(EVENT)));
    all.put("Refs", list(fields().with("head", orNull(text("refs/.+"))), "Ref"));
  }

  /** The fields of every document of a revision and a path. */
  private static Fields revision() {
    return fields()
        .with("commit", orNull(OID))
        .with("pull_request", orNull(EVENT))
        .with("path", text())
        .with("path_base64", BASE64);
  }

  private static Fields list(Fields head, String items) {
    return head.with("items", listOf(named(items))).with("next", orNull(text()));
  }

  private static Fields entry(Fields head) {
    return head.with("name", text())
        .with("name_base64", BASE64)
        .with("mode", MODE)
        .with("type", words("tree", "blob", "commit"))
        .with("oid", OID)
        .with("size", orNull(whole()));
  }

  private static void addTrees(SortedMap<String, Schema> all) {
    all.put(
        "TreeEntry", entry(fields()).with("target", orNull(text())).with("target_base64", BASE64));
    all.put(
        "Tree",
        list(revision().with("total", orNull(whole())), "TreeEntry").with("truncated", TRUNCATED));
    all.put("LfsPointer", fields().with("oid", text("sha256:[0-9a-f]{64}")).with("size", whole()));
    all.put(
        "Blob",
        entry(revision())
            .with("encoding", orNull(words("utf-8", "base64")))
            .with("content", orNull(text()))
            .with("lfs", orNull(named("LfsPointer")))
            .with("truncated", TRUNCATED));
    all.put(
        "BlameRange",
        fields()
            .with("oid", orNull(OID))
            .with("path", orNull(text()))
            .with("path_base64", BASE64)
            .with("from", whole())
            .with("lines", whole())
            .with("origin_from", orNull(whole())));
    all.put(
        "Blame",
        revision().with("ranges", listOf(named("BlameRange"))).with("truncated", TRUNCATED));
  }

  private static void addCommits(SortedMap<String, Schema> all) {
    all.put(
        "Person",
        fields()
            .with("name", text())
            .with("email", orNull(text()))
            .with("at", signed())
            .with("offset_minutes", signed()));
    all.put("Commit", commit());
    all.put(
        "CommitDocument", commit().with("pull_request", orNull(EVENT)).with("diff", named("Diff")));
    all.put("CommitList", list(fields(), "Commit").with("truncated", TRUNCATED));
    all.put("Log", list(revision(), "Commit").with("truncated", TRUNCATED));
    all.put(
        "LastCommit",
        fields().with("name", text()).with("name_base64", BASE64).with("commit", named("Commit")));
    all.put("LastCommits", list(revision(), "LastCommit").with("truncated", TRUNCATED));
    all.put(
        "Compare",
        fields()
            .with("base", orNull(OID))
            .with("from", OID)
            .with("to", OID)
            .with("pull_request", orNull(EVENT))
            .with("commits", named("CommitList"))
            .with("diff", named("Diff")));
  }

  private static Fields commit() {
    return fields()
        .with("oid", OID)
        .with("tree", OID)
        .with("parents", listOf(OID))
        .with("author", named("Person"))
        .with("committer", named("Person"))
        .with("subject", text())
        .with("message", text())
        .with("signature", orNull(words("pgp", "ssh", "x509", "other")))
        .with("truncated", TRUNCATED);
  }

  private static void addDifferences(SortedMap<String, Schema> all) {
    all.put(
        "Stat", fields().with("files", whole()).with("added", whole()).with("removed", whole()));
    all.put(
        "Diff",
        fields()
            .with("stat", named("Stat"))
            .with("files", listOf(named("FileDiff")))
            .with("truncated", TRUNCATED));
    all.put(
        "FileDiff",
        fields()
            .with("status", words("added", "removed", "modified", "renamed", "copied"))
            .with("path", text())
            .with("path_base64", BASE64)
            .with("old_path", orNull(text()))
            .with("old_path_base64", BASE64)
            .with("mode", orNull(MODE))
            .with("oid", orNull(OID))
            .with("old_mode", orNull(MODE))
            .with("old_oid", orNull(OID))
            .with("binary", flag())
            .with("added", orNull(whole()))
            .with("removed", orNull(whole()))
            .with("hunks", orNull(listOf(named("Hunk"))))
            .with("truncated", TRUNCATED));
    all.put(
        "Hunk",
        fields()
            .with("old_from", whole())
            .with("old_lines", whole())
            .with("from", whole())
            .with("lines", whole())
            .with("content", listOf(named("Line"))));
    all.put(
        "Line",
        fields()
            .with("op", words(" ", "-", "+"))
            .with("text", text())
            .with("text_base64", BASE64)
            .with("newline", flag()));
  }
}
