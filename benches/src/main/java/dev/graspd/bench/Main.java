package dev.graspd.bench;

import dev.graspd.bench.fire.FireCommand;
import dev.graspd.bench.footprint.FootprintCommand;
import dev.graspd.bench.git.GitCommand;
import dev.graspd.bench.hunt.HuntCommand;
import dev.graspd.bench.move.MoveCommand;
import dev.graspd.bench.relay.RelayCommand;
import dev.graspd.bench.search.SearchCommand;
import dev.graspd.bench.start.StartCommand;
import dev.graspd.bench.sync.SyncCommand;
import dev.graspd.bench.web.WebCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Starts a bench. */
@Command(
    name = "bench",
    description = "Measures the server as ratios to floors of the same run.",
    subcommands = {
      RelayCommand.class,
      GitCommand.class,
      SyncCommand.class,
      HuntCommand.class,
      FireCommand.class,
      StartCommand.class,
      FootprintCommand.class,
      WebCommand.class,
      SearchCommand.class,
      MoveCommand.class
    },
    mixinStandardHelpOptions = true)
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    CommandLine commands = new CommandLine(new Main());
    System.exit(args.length == 0 ? usage(commands) : commands.execute(args));
  }

  private static int usage(CommandLine commands) {
    commands.usage(System.err);
    return CommandLine.ExitCode.USAGE;
  }
}
