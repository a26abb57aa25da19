package dev.graspd.bench.fire;

import dev.graspd.bench.process.Hosts;
import dev.graspd.bench.process.Launcher;
import dev.graspd.bench.process.OwnServer;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.fire.Attack;
import dev.graspd.testkit.fire.HonestUser;
import dev.graspd.testkit.fire.Target;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** A server with a heap of 512 MB, and an honest user of it. */
final class FireStage implements AutoCloseable {
  private final FireScale scale;
  private final Hosts.Host host;
  private final Attackers attackers;
  private final Target target;
  private final HonestUser honest;
  private final Waits idle;

  FireStage(FireScale scale, Path directory, Hosts hosts, Attackers attackers)
      throws IOException, InterruptedException {
    this.scale = scale;
    this.attackers = attackers;
    Launcher.remove(directory.resolve("server"));
    Launcher.remove(directory.resolve("honest"));
    int port = OwnServer.freePort();
    Map<String, String> settings = new TreeMap<>();
    settings.put("NGIT_RELAY_ACCEPT", "grasp");
    settings.put("GRASPD_JAVA_OPTS", "-Xmx512m");
    this.host = hosts.start(directory.resolve("server"), port, settings);
    this.target = target(URI.create("ws://127.0.0.1:" + port));
    this.honest = new HonestUser(target, directory.resolve("honest"));
    honest.begin();
    rounds(scale.warmUps());
    this.idle = rounds(scale.idleRounds());
  }

  static Target target(URI server) {
    return new Target(server, Signer.named("owner of a bench"), "bench-fire");
  }

  FireScale scale() {
    return scale;
  }

  Attackers.Raid attack(Attack attack) throws IOException {
    return attackers.begin(target, attack, scale.addresses());
  }

  HonestUser honest() {
    return honest;
  }

  Waits idle() {
    return idle;
  }

  private Waits rounds(int count) {
    Waits waits = new Waits();
    for (int i = 0; i < count; i++) {
      waits.add(honest.round());
    }
    return waits;
  }

  @Override
  public void close() {
    honest.close();
    host.close();
  }
}
