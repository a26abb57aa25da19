package dev.graspd.server.migrate;

import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.policy.room.Allowance;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.hunt.Hunting;
import dev.graspd.server.family.hunt.LandingOutcome;
import dev.graspd.server.family.objects.PackBase;
import dev.graspd.server.git.ingest.pack.PackIngest;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/** Lands packs of an import like those of a hunt: same check, quota and transaction. */
public record ObjectLanding(
    Hunting hunting, PackIngest ingest, long packBytesMax, ImportReport report) {
  /** The settings that allow more. */
  private static final Map<Reason, String> KEYS =
      Map.of(
          PushReason.PACK_TOO_LARGE, "NGIT_MAX_PUSH_BYTES",
          PushReason.OBJECT_TOO_LARGE, "NGIT_MAX_OBJECT_BYTES",
          PushReason.TREE_TOO_LARGE, "NGIT_MAX_TREE_BYTES",
          PushReason.REPOSITORY_QUOTA, "NGIT_MAX_REPOSITORY_BYTES",
          PushReason.OWNER_QUOTA, "NGIT_MAX_OWNER_BYTES");

  /** Returns the objects that a family misses now. */
  public SortedSet<Oid> missing(Identifier family) {
    return hunting.missing(family);
  }

  /** Returns objects that a pack may build on. */
  public PackBase haves(Identifier family) {
    return hunting.haves(family);
  }

  /** Returns how large a pack of these objects may be. */
  public Allowance room(Identifier family, SortedSet<Oid> ids) {
    return hunting.room(family, ids).and(Allowance.ofPack(packBytesMax));
  }

  /**
   * Checks and publishes a pack; false if it was refused, which the report says.
   *
   * @throws IOException if a disk is full or fails
   */
  public boolean take(Identifier family, InputStream pack, Allowance room, PackBase haves)
      throws IOException {
    PackIngest.Outcome outcome =
        ingest.take(Payer.operator(), family, pack, room, (_, _) -> {}, () -> haves);
    return switch (outcome) {
      case PackIngest.Outcome.Refused(var refusal) -> refused(family, refusal);
      case PackIngest.Outcome.Taken(var delivery) ->
          switch (hunting.land(delivery).toCompletableFuture().join()) {
            case LandingOutcome.Joined _ -> true;
            case LandingOutcome.NotWanted() -> false;
            case LandingOutcome.Failed(var refusal) -> refused(family, refusal);
          };
    };
  }

  private boolean refused(Identifier family, Refusal why) throws IOException {
    OwnDisk.require(why);
    String advice =
        Optional.ofNullable(KEYS.get(why.reason()))
            .map(key -> "; raise " + key + " for the import and run it again")
            .orElse("");
    report.difference("%s: git data refused: %s%s".formatted(family, why.message(), advice));
    return false;
  }
}
