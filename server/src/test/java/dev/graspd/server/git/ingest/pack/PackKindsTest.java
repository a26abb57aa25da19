package dev.graspd.server.git.ingest.pack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.family.packs.PackRewriting.Extent;
import dev.graspd.server.family.packs.PackRewriting.Order;
import dev.graspd.server.family.packs.PackRewriting.RemovalTime;
import dev.graspd.server.family.packs.PackRewriting.Rewrite;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.git.TestPacks;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.objects.Quarantine;
import dev.graspd.server.git.objects.Repacker;
import dev.graspd.server.git.objects.Room;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackKindsTest {
  private static final Identifier FAMILY = new Identifier("repo");

  @TempDir Path temporary;

  private final TestPacks named = new TestPacks();

  private final AtomicLong nanos = new AtomicLong();

  /** A push that begins while old packs go must not stumble over one that it has seen. */
  @Test
  void packsThatWereReplacedMayGoAtAnyTime() throws IOException {
    JgitSetup.apply();
    Layout layout = new Layout(temporary.resolve("git"));
    try (ObjectStores stores = named.stores(layout, FailPoints.NONE)) {
      Quarantine quarantine = new Quarantine(stores, UUID::randomUUID, FailPoints.NONE);
      Repacker repacker = new Repacker(quarantine, nanos::get, Duration.ZERO, _ -> {}, () -> false);
      Scratch scratch = Scratch.init(temporary.resolve("scratch"));
      scratch.commit("file", "content");
      ObjectId main = ObjectId.fromString(scratch.git("rev-parse", "main"));
      String first = landed(scratch, quarantine);
      ObjectStores.Lease earlier = stores.lease(FAMILY);
      replace(first, new Oid(main.name()), repacker);
      try (ObjectStores.Lease reading = stores.lease(FAMILY)) {
        List<Pack> packs = reading.packs();
        earlier.close();
        assertThat(repacker.removeReplaced(FAMILY, RemovalTime.AFTER_GRACE)).isTrue();
        try (PackKinds kinds = new PackKinds(packs)) {
          assertThat(kinds.of(main)).isEqualTo(Constants.OBJ_COMMIT);
        }
      }
    }
  }

  private String landed(Scratch scratch, Quarantine quarantine) throws IOException {
    Room room = quarantine.open(FAMILY);
    String name = room.packName("main".getBytes(UTF_8));
    Path pack = Files.write(room.makePacks().resolve(name + ".pack"), scratch.pack("main"));
    scratch.git("index-pack", pack.toString());
    PackDelivery delivery =
        room.deliver(List.of(new PackDelivery.Pack(name, Files.size(pack))), Optional.empty());
    named.land(delivery);
    return name;
  }

  private void replace(String pack, Oid root, Repacker repacker) throws IOException {
    Extent.Needed needed =
        new Extent.Needed(
            new TreeSet<>(List.of(root)), new TreeSet<>(), Long.MAX_VALUE, true, true);
    try (Rewrite rewrite =
        repacker.write(new Order(FAMILY, new TreeSet<>(List.of(pack)), needed))) {
      named.land(rewrite);
    }
    assertThat(repacker.removeReplaced(FAMILY, RemovalTime.AFTER_GRACE)).isFalse();
  }
}
