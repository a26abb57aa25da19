package dev.graspd.server.git;

import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.ConfigConstants;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.storage.file.WindowCacheConfig;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;
import org.jspecify.annotations.Nullable;

/**
 * Isolates JGit from the machine: no environment, no system or user configuration, no files in the
 * home directory, no measuring of the file system (which blocks for seconds and leaves files). JGit
 * has these settings in statics, so this runs once, before its first use.
 */
public final class JgitSetup {
  private static final int OPEN_PACKS_MAX = 512;
  private static final long PACK_CACHE_BYTES_MAX = 256L << 20;
  private static final int DELTA_BASE_CACHE_BYTES = 32 << 20;

  /**
   * JGit reads objects of this size and more only as streams. Trees, commits and tags must be
   * smaller ({@link dev.graspd.server.git.ingest.budget.IngestLimits#TREE_BYTES_MAX}).
   */
  private static final int STREAMED_BYTES_MIN = 50 << 20;

  /** The share of the heap for cached pieces of packs. */
  private static final int HEAP_SHARE = 16;

  private JgitSetup() {}

  /** Applies the settings; a second call has no effect. */
  public static synchronized void apply() {
    if (SystemReader.getInstance() instanceof Isolated) {
      return;
    }
    SystemReader.setInstance(new Isolated(SystemReader.getInstance()));
    WindowCacheConfig cache = new WindowCacheConfig();
    cache.setPackedGitOpenFiles(OPEN_PACKS_MAX);
    cache.setPackedGitLimit(
        Math.min(PACK_CACHE_BYTES_MAX, Runtime.getRuntime().maxMemory() / HEAP_SHARE));
    cache.setDeltaBaseCacheLimit(DELTA_BASE_CACHE_BYTES);
    cache.setPackedGitMMAP(false);
    cache.setStreamFileThreshold(STREAMED_BYTES_MIN);
    cache.install();
  }

  /** Returns the configuration that replaces a repository's config file. */
  public static Config config() {
    Config config = new Config();
    config.setBoolean("core", null, "commitGraph", true);
    // Packs are served as they are, without a search for better deltas.
    config.setBoolean("pack", null, "deltaCompression", false);
    config.setInt("pack", null, "threads", 1);
    config.setBoolean("uploadpack", null, "allowFilter", true);
    return config;
  }

  private static final class Isolated extends SystemReader.Delegate {
    Isolated(SystemReader original) {
      super(original);
    }

    @Override
    public String getHostname() {
      return "localhost";
    }

    @Override
    public @Nullable String getenv(String variable) {
      return null;
    }

    @Override
    public FileBasedConfig openUserConfig(@Nullable Config parent, FS fs) {
      return new NoFile(parent, fs);
    }

    @Override
    public FileBasedConfig openSystemConfig(@Nullable Config parent, FS fs) {
      return new NoFile(parent, fs);
    }

    @Override
    public FileBasedConfig openJGitConfig(@Nullable Config parent, FS fs) {
      NoFile config = new NoFile(parent, fs);
      // The loader of commit graphs reads this here, not in the configuration of a repository.
      config.setBoolean("commitGraph", null, "readChangedPaths", true);
      return config;
    }
  }

  /** A configuration without a file, with the resolution of the file system's clock. */
  private static final class NoFile extends FileBasedConfig {
    /** Linux stamps files by its tick, at most 10 ms; twice that is safe. */
    private static final long FILE_CLOCK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    @SuppressWarnings("NullAway") // JGit's own reader passes no file either.
    NoFile(@Nullable Config parent, FS fs) {
      super(parent, null, fs);
    }

    @Override
    public void load() {}

    @Override
    public void save() {}

    @Override
    public boolean isOutdated() {
      return false;
    }

    @Override
    public long getTimeUnit(
        String section,
        @Nullable String subsection,
        String name,
        long defaultValue,
        TimeUnit wantUnit) {
      return section.equals(ConfigConstants.CONFIG_FILESYSTEM_SECTION)
          ? wantUnit.convert(FILE_CLOCK_NANOS, TimeUnit.NANOSECONDS)
          : super.getTimeUnit(section, subsection, name, defaultValue, wantUnit);
    }
  }
}
