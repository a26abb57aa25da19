package dev.graspd.server.ops.pages;

import dev.graspd.core.hunt.domain.HuntTotals;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.server.peers.status.SyncOverview;
import dev.graspd.server.peers.status.SyncReadings;
import dev.graspd.server.site.json.JsonDocument;
import dev.graspd.server.upkeep.UpkeepReadings;
import dev.graspd.server.web.http.OpsPages.Page;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The pages and documents about sync and repacking. Each overview is rendered once. Thread-safe.
 */
public final class SyncPages {

  private final Kept status;
  private final Kept json;
  private final Supplier<UpkeepReadings> upkeep;

  /** Pages of a server that does not repack, and compares nothing with other servers. */
  public SyncPages(RelayInformation information, ServiceAddress service, SyncReadings readings) {
    this(
        PageLayout.of(new ServiceUrls(service), information),
        service,
        readings,
        () -> UpkeepReadings.NONE,
        Optional::empty);
  }

  /**
   * Makes the pages of a server.
   *
   * @param copies of its repositories; empty if it does not hunt
   */
  public SyncPages(
      PageLayout layout,
      ServiceAddress service,
      SyncReadings readings,
      Supplier<UpkeepReadings> upkeep,
      Supplier<Optional<HuntTotals.Copies>> copies) {
    ServiceUrls urls = new ServiceUrls(service);
    StatusPage page = new StatusPage(layout, urls);
    this.upkeep = upkeep;
    this.status =
        new Kept(
            readings,
            () -> page.off(upkeep.get(), copies.get()),
            overview -> page.of(overview, upkeep.get(), copies.get()));
    this.json =
        new Kept(
            readings,
            () -> new Page(200, JsonDocument.TYPE, SyncDocument.OFF),
            overview -> new Page(200, JsonDocument.TYPE, SyncDocument.of(overview)));
  }

  /** Returns the totals of repacking, as JSON. */
  public Page upkeep() {
    return new Page(200, JsonDocument.TYPE, UpkeepDocument.of(upkeep.get()));
  }

  public Page status() {
    return status.page();
  }

  public Page json() {
    return json.page();
  }

  /** Caches the page of the last overview. */
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
