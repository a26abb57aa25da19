package dev.graspd.server.git.ingest.budget;

import dev.graspd.core.policy.room.Allowance;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.objects.PackBase;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.git.AllowedBases;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.git.TestPacks;
import dev.graspd.server.git.ingest.pack.PackIngest;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.objects.Quarantine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;

/** A data directory with one family, and ways to look at it. */
public final class IngestFixture {
  public static final Identifier FAMILY = new Identifier("repo");
  public static final IngestLimits LIMITS =
      new IngestLimits(
          1L << 30, 100L << 20, 16L << 20, 2_000_000, 2_000, 4_095, CheckLimits.DEFAULT, 0);

  final Path root;
  public final Layout layout;
  public final ObjectStores stores;
  public final Quarantine quarantine;
  public final PackIngest ingest;
  public final ByteBudget requests = new ByteBudget("git_requests", 32 << 20);

  public IngestFixture(Path root) {
    this(root, LIMITS);
  }

  public IngestFixture(Path root, IngestLimits limits) {
    this(root, limits, new TreeSet<>());
  }

  public IngestFixture(Path root, IngestLimits limits, SortedSet<Oid> excused) {
    this.root = root;
    JgitSetup.apply();
    layout = new Layout(root);
    stores = TestPacks.lying(layout);
    quarantine = new Quarantine(stores, UUID::randomUUID, FailPoints.NONE);
    var threads = ManagementFactory.getThreadMXBean();
    ingest =
        new PackIngest(
            quarantine, limits, excused, threads::getCurrentThreadCpuTime, () -> 1L << 40);
  }

  public ObjectsHere objects() {
    return quarantine.of(FAMILY);
  }

  public PackIngest.Outcome take(byte[] pack) throws IOException {
    return take(pack, AllowedBases.everything(stores, FAMILY));
  }

  public PackIngest.Outcome take(byte[] pack, PackBase ground) throws IOException {
    return take(pack, ground, Payer.operator());
  }

  public PackIngest.Outcome take(byte[] pack, PackBase ground, Payer payer) throws IOException {
    return ingest.take(
        payer,
        FAMILY,
        new ByteArrayInputStream(pack),
        Allowance.UNLIMITED,
        (_, _) -> {},
        () -> ground);
  }

  public PackDelivery taken(byte[] pack) throws IOException {
    return switch (take(pack)) {
      case PackIngest.Outcome.Taken(var delivery) -> delivery;
      case PackIngest.Outcome.Refused(var refusal) -> throw new AssertionError(refusal.message());
    };
  }

  public String refusal(byte[] pack) throws IOException {
    return switch (take(pack)) {
      case PackIngest.Outcome.Taken _ -> "taken";
      case PackIngest.Outcome.Refused(var refusal) -> refusal.text();
    };
  }

  /**
   * What git's own check says about the family, with a ref on what should be whole; empty is good.
   */
  public String fsck(String tip) throws IOException {
    Scratch bare = bare();
    bare.git("update-ref", "refs/heads/main", bare.git("rev-parse", tip + "^{commit}"));
    bare.git("update-ref", "refs/tip", tip);
    Scratch.Run run = bare.run(new byte[0], "fsck", "--full", "--strict", "--no-dangling");
    return run.code() == 0 ? "" : run.text() + run.err();
  }

  public long countObjects() throws IOException {
    return bare().git("cat-file", "--batch-all-objects", "--batch-check").lines().count();
  }

  public String verifyPacks() throws IOException {
    StringBuilder said = new StringBuilder();
    for (Path index : files().stream().filter(file -> file.toString().endsWith(".idx")).toList()) {
      Scratch.Run run = bare().run(new byte[0], "verify-pack", index.toString());
      said.append(run.code() == 0 ? "" : run.err());
    }
    return said.toString();
  }

  /** A bare repository around the family's objects. */
  Scratch bare() throws IOException {
    Path directory = root.resolveSibling("bare");
    if (!Files.exists(directory)) {
      Files.createDirectories(directory);
      Scratch.at(directory).git("init", "-q", "--bare", "-b", "main");
      Files.createDirectories(directory.resolve("objects/info"));
      Files.writeString(
          directory.resolve("objects/info/alternates"), layout.objects(FAMILY) + "\n");
    }
    return Scratch.at(directory);
  }

  public List<Path> files() {
    if (!Files.exists(root)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public long bytesLeft() {
    return files().stream().mapToLong(file -> file.toFile().length()).sum();
  }
}
