package dev.graspd.bench.footprint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;

/** A limit of 512 MB that the kernel enforces: a server that needs more is killed. */
enum MemoryLimit {
  SCOPE("in a scope of systemd with 512 MB") {
    @Override
    boolean isHere() throws InterruptedException {
      return succeeds(RUN + " true");
    }

    @Override
    String script(Path program) {
      return "exec %s '%s' \"$@\"".formatted(RUN, program);
    }
  },

  /** As in containers, whose root may make control groups but has no systemd. */
  CONTROL_GROUP("in a control group with 512 MB") {
    @Override
    boolean isHere() throws InterruptedException {
      return succeeds(JOIN);
    }

    @Override
    String script(Path program) {
      return JOIN + "\nexec '%s' \"$@\"".formatted(program);
    }
  };

  private static final String RUN = "systemd-run --scope -q -p MemoryMax=512M -p MemorySwapMax=0";

  /** The shell that says this, and what it starts, has the limit from then on. */
  private static final String JOIN =
      """
      set -e
      top=/sys/fs/cgroup limit=memory.max
      if [ -d $top/memory ]; then top=$top/memory limit=memory.limit_in_bytes; fi
      mkdir -p $top/graspd-footprint
      echo 512M >$top/graspd-footprint/$limit
      echo $$ >$top/graspd-footprint/cgroup.procs\
      """;

  private final String description;

  MemoryLimit(String description) {
    this.description = description;
  }

  abstract boolean isHere() throws InterruptedException;

  abstract String script(Path program);

  String description() {
    return description;
  }

  static Optional<MemoryLimit> find() throws InterruptedException {
    for (MemoryLimit limit : values()) {
      if (limit.isHere()) {
        return Optional.of(limit);
      }
    }
    return Optional.empty();
  }

  /** Writes a program that starts another one within the limit. */
  Path around(Path program, Path script) throws IOException {
    Files.writeString(script, "#!/bin/sh\n" + script(program) + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    return script;
  }

  private static boolean succeeds(String script) throws InterruptedException {
    try {
      Process tried =
          new ProcessBuilder(List.of("sh", "-c", script))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return tried.waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
