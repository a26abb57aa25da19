package dev.graspd.server.app.command;

import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.DotEnv;
import dev.graspd.server.ops.config.MachineSize;
import dev.graspd.server.ops.config.Settings;
import dev.graspd.server.ops.config.Sources;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Where the settings of this process are written: they can be read again while it runs.
 *
 * @param file what a service manager reads into the environment; named by {@link #VARIABLE}
 * @param atStart its variables when this process started
 * @param trouble why they could not be read then
 */
record SettingsFiles(
    SortedMap<String, String> flags,
    SortedMap<String, String> environment,
    Path workingDirectory,
    Optional<Path> file,
    SortedMap<String, String> atStart,
    Optional<String> trouble) {
  static final String VARIABLE = "GRASPD_SETTINGS_FILE";

  static SettingsFiles of(
      SortedMap<String, String> flags,
      SortedMap<String, String> environment,
      Path workingDirectory) {
    Optional<Path> file =
        Optional.ofNullable(environment.get(VARIABLE))
            .filter(text -> !text.isEmpty())
            .map(workingDirectory::resolve);
    SortedMap<String, String> atStart = Collections.emptySortedMap();
    Optional<String> trouble = Optional.empty();
    try {
      atStart = file.isPresent() ? DotEnv.readFile(file.get()) : atStart;
    } catch (StartRefused e) {
      // Its settings are in the environment already, so only a reload needs it.
      trouble =
          Optional.of("until this is mended, the settings cannot be reloaded: " + e.getMessage());
    }
    return new SettingsFiles(flags, environment, workingDirectory, file, atStart, trouble);
  }

  /** Reads the settings as they were at the start. */
  Settings first() throws StartRefused {
    return read(atStart);
  }

  /** Reads the settings as they are now. */
  Settings again() throws StartRefused {
    return read(file.isPresent() ? DotEnv.readFile(file.get()) : atStart);
  }

  private Settings read(SortedMap<String, String> managed) throws StartRefused {
    Sources sources =
        new Sources(
            flags,
            Sources.environment(environment, atStart, managed),
            DotEnv.read(workingDirectory));
    Settings settings = Settings.read(sources, MachineSize.current());
    if (Version.isRelease()) {
      settings.refuseTestKeys();
    }
    return settings;
  }
}
