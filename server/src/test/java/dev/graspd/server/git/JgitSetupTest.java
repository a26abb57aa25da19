package dev.graspd.server.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.errors.ConfigInvalidException;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JgitSetupTest {
  @BeforeEach
  void apply() {
    JgitSetup.apply();
  }

  @Test
  void noConfigurationOfTheMachineIsRead() throws IOException, ConfigInvalidException {
    SystemReader reader = SystemReader.getInstance();
    // The first two inherit from the third, which has our own setting.
    assertThat(reader.getUserConfig().getSections()).containsExactly("commitGraph");
    assertThat(reader.getSystemConfig().getSections()).containsExactly("commitGraph");
    assertThat(reader.getJGitConfig().getSections()).containsExactly("commitGraph");
    assertThat(reader.getJGitConfig().getBoolean("commitGraph", "readChangedPaths", false))
        .isTrue();
    assertThat(reader.getenv("PATH")).isNull();
  }

  @Test
  void fileSystemIsNotMeasured(@TempDir Path directory) throws IOException, ConfigInvalidException {
    assertThat(
            SystemReader.getInstance()
                .getUserConfig()
                .getTimeUnit("filesystem", "any", "timestampResolution", -1, TimeUnit.MILLISECONDS))
        .isEqualTo(20);
    assertThat(FS.getFileStoreAttributes(directory)).isNotNull();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void settingsAreMadeOnce() {
    SystemReader reader = SystemReader.getInstance();
    JgitSetup.apply();
    assertThat(SystemReader.getInstance()).isSameAs(reader);
  }
}
