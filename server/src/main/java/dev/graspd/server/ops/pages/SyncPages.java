package dev.graspd.server.ops.pages;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.server.ops.RelayInformation;
import dev.graspd.server.peers.SyncOverview;
import dev.graspd.server.peers.SyncReadings;
import dev.graspd.server.upkeep.UpkeepReadings;
import dev.graspd.server.web.OpsPages.Page;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What people and programs see of sync, and of the upkeep of git data. Each overview is written
 * once, however often it is asked for. Thread-safe.
 */
public final class SyncPages {
  private static final String JSON = "application/json; charset=utf-8";

  private final Kept status;
  private final Kept json;
  private final Supplier<UpkeepReadings> upkeep;

  /** Pages of a server on which nothing is packed anew. */
  public SyncPages(RelayInformation information, ServiceAddress service, SyncReadings readings) {
    this(information, service, readings, () -> UpkeepReadings.NONE);
  }

  public SyncPages(
      RelayInformation information,
      ServiceAddress service,
      SyncReadings readings,
      Supplier<UpkeepReadings> upkeep) {
    Places places = new Places(service);
    StatusPage page = new StatusPage(Sheet.of(places, information), places);
    this.upkeep = upkeep;
    this.status =
        new Kept(
            readings, () -> page.off(upkeep.get()), overview -> page.of(overview, upkeep.get()));
    this.json =
        new Kept(
            readings,
            () -> new Page(200, JSON, SyncDocument.OFF),
            overview -> new Page(200, JSON, SyncDocument.of(overview)));
  }

  /** Returns what was done for git data, for programs. */
  public Page upkeep() {
    return new Page(200, JSON, UpkeepDocument.of(upkeep.get()));
  }

  /** Returns the page for people. */
  public Page status() {
    return status.page();
  }

  /** Returns the document for programs. */
  public Page json() {
    return json.page();
  }

  /** The page of the last overview. */
  private static final class Kept {
    private final SyncReadings readings;
    private final Supplier<Page> off;
    private final Function<SyncOverview, Page> writer;
    private volatile @Nullable Written last;

    private record Written(SyncOverview overview, Page page) {}

    Kept(SyncReadings readings, Supplier<Page> off, Function<SyncOverview, Page> writer) {
      this.readings = readings;
      this.off = off;
      this.writer = writer;
    }

    Page page() {
      Optional<SyncOverview> overview = readings.overview();
      return overview.map(this::of).orElseGet(off);
    }

    @SuppressWarnings("ReferenceEquality") // the very same overview, not one like it
    private Page of(SyncOverview overview) {
      Written written = last;
      if (written == null || written.overview() != overview) {
        written = new Written(overview, writer.apply(overview));
        last = written;
      }
      return written.page();
    }
  }
}
