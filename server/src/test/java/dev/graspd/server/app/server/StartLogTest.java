package dev.graspd.server.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.MachineSize;
import dev.graspd.server.ops.config.Settings;
import dev.graspd.server.ops.config.Sources;
import dev.graspd.server.ops.data.ServerKey;
import dev.graspd.server.ops.data.ServerKeys;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StartLogTest {
  private static final String NSEC =
      "nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5";

  /** Settings as names and values in turn. */
  private static List<String> lines(String... settings) throws StartRefused {
    SortedMap<String, String> environment = new TreeMap<>();
    environment.put("NGIT_RELAY_OWNER_NSEC", NSEC);
    environment.put("NGIT_RELAY_DATA_PATH", "/data/relay");
    environment.put("NGIT_GIT_DATA_PATH", "/data/git");
    for (int i = 0; i < settings.length; i += 2) {
      environment.put(settings[i], settings[i + 1]);
    }
    Config config =
        new Config(
            Settings.read(
                Sources.ofEnvironment(environment), new MachineSize(2, 1 << 30, _ -> 1L << 40)));
    ServerKey key =
        new ServerKeys(config.ownerNsec(), null, Path.of("/nowhere")).find().orElseThrow();
    InetSocketAddress bound = config.web().bind();
    return StartLog.lines(config, key, bound);
  }

  @Test
  void privateTrialSaysWhoItIsAndThatNobodyElseReachesIt() throws StartRefused {
    assertThat(lines())
        .containsExactly(
            "the server's key is npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg,"
                + " from NGIT_RELAY_OWNER_NSEC",
            "events are in /data/relay, git data is in /data/git",
            "clients reach it as 127.0.0.1:7334 (NGIT_DOMAIN is not set)",
            "open to this machine at 127.0.0.1:7334; loopback clients without X-Forwarded-For are"
                + " the operator and have no limits per address; X-Forwarded-For is believed from"
                + " 127.0.0.0/8,0:0:0:0:0:0:0:1/128",
            "takes repositories that name this server; sync with other relays is on",
            "repositories: everybody may announce one; no black list; archives none");
  }

  @Test
  void openServerSaysWhatIsOpenToWhom() throws StartRefused {
    assertThat(
            lines(
                "NGIT_BIND_ADDRESS", "0.0.0.0:7334",
                "NGIT_DOMAIN", "relay.example.org",
                "NGIT_TRUSTED_PROXY_CIDRS", "",
                "NGIT_SYNC_ENABLED", "false",
                "NGIT_REPOSITORY_WHITELIST",
                    "npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg"))
        .contains(
            "clients reach it as relay.example.org",
            "open to the network at 0.0.0.0:7334; loopback clients have the limits of everybody;"
                + " X-Forwarded-For is believed from nobody",
            "takes repositories that name this server; sync with other relays is off",
            "repositories: only those of the white list (1 entries); no black list; archives none");
    assertThat(lines("NGIT_READ_ONLY", "true")).contains("takes nothing: NGIT_READ_ONLY=true");
    assertThat(lines("NGIT_RELAY_ACCEPT", "all", "NGIT_DATABASE_BACKEND", "memory"))
        .contains("all data is in memory and ends with this process")
        .anyMatch(line -> line.startsWith("takes every valid event;"))
        .noneMatch(line -> line.startsWith("repositories"));
  }

  @Test
  void secretKeyIsInNoLine() throws StartRefused {
    assertThat(lines()).noneMatch(line -> line.contains("nsec"));
  }
}
