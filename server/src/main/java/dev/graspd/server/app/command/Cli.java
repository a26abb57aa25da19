package dev.graspd.server.app.command;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.server.app.desk.EndedAnswers;
import dev.graspd.server.app.desk.JsonText;
import dev.graspd.server.app.server.TestSwitches;
import dev.graspd.server.ops.Escape;
import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.ops.config.Settings;
import dev.graspd.server.ops.config.document.ConfigurationPage;
import dev.graspd.server.ops.data.NativeFiles;
import dev.graspd.server.ops.data.ServerKey;
import dev.graspd.server.ops.data.ServerKeys;
import dev.graspd.server.ops.pages.ErrorPages;
import dev.graspd.server.ops.systemd.Supervisor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The command line: reads it, runs one command, answers with an exit code. */
public record Cli(
    SortedMap<String, String> environment,
    Path workingDirectory,
    PrintWriter out,
    PrintWriter err) {
  static final int OK = 0;
  static final int FAILED = 1;

  /** Wrong usage, wrong configuration, or another problem that the operator can solve. */
  static final int REFUSED = 2;

  private static final int LINE_BYTES_MAX = 2_048;

  public int run(String... arguments) {
    try {
      return dispatch(arguments);
    } catch (StartRefused e) {
      return refuse(String.valueOf(e.getMessage()));
    } catch (ParameterException e) {
      String command = e.getCommandLine().getCommandSpec().qualifiedName();
      return refuse(e.getMessage() + " (see '" + command + " --help')");
    }
  }

  private int dispatch(String... arguments) throws StartRefused {
    TestSwitches.refuseUnlessTested(System.getProperties(), Version.isRelease());
    String[] effective = Commands.withDefault(arguments, environment);
    Commands.refuseSecrets(effective);
    if (Arrays.equals(effective, new String[] {Commands.SERVE})) {
      // The usual start: building a parser for no options would take a third of its time.
      return serve(files(Collections.emptySortedMap()));
    }
    if (effective.length > 0 && effective[0].equals(Commands.HELP)) {
      return help(Arrays.copyOfRange(effective, 1, effective.length));
    }
    CommandLine commands = Commands.build(effective).setOut(out).setErr(err);
    ParseResult parsed = commands.parseArgs(effective);
    Optional<Integer> helped = Optional.ofNullable(CommandLine.executeHelpRequest(parsed));
    if (helped.isPresent()) {
      return helped.get();
    }
    if (!parsed.hasSubcommand()) {
      commands.usage(out);
      return OK;
    }
    return run(parsed.subcommand());
  }

  private int help(String... words) throws StartRefused {
    if (words.length == 0) {
      return dispatch("--help");
    }
    if (words.length == 1 && words[0].equals(Commands.SETTINGS)) {
      Commands.settings().setOut(out).usage(out);
      return OK;
    }
    if (words.length > 1 || !Commands.build().getSubcommands().containsKey(words[0])) {
      throw new StartRefused("'graspd help' takes one command, or 'settings'");
    }
    return dispatch(words[0], "--help");
  }

  private int run(ParseResult command) throws StartRefused {
    String name = command.commandSpec().name();
    return switch (name) {
      case Commands.SERVE -> serve(files(Commands.flags(command)));
      case Commands.KEYS -> onStore(settings(command), config -> keys(config, command));
      case Commands.CONFIG -> config(command);
      case Commands.DOCTOR -> doctor(settings(command), command.hasMatchedOption(Commands.JSON));
      case Commands.BACKUP -> backup(command);
      case Commands.RESTORE -> restore(command);
      case Commands.IMPORT -> onStore(settings(command), config -> imported(config, command));
      case Commands.EXPORT -> onStore(settings(command), config -> exported(config, command));
      case Commands.WHY -> why(command);
      case Commands.HOLDING -> holding(command);
      case Commands.PURGATORY ->
          onStore(settings(command), config -> PurgatoryCommand.run(config, command, out));
      case Commands.BAN, Commands.UNBAN, Commands.AUDIT ->
          onStore(settings(command), config -> BanCommand.run(config, command, out));
      case Commands.RELOAD ->
          onStore(
              settings(command),
              config -> ReloadCommand.run(config, command.hasMatchedOption(Commands.JSON), out));
      case Commands.HOOK ->
          onStore(settings(command), config -> HookCommand.run(config, command, out));
      case Commands.REPO ->
          onStore(settings(command), config -> RepoCommand.run(config, command, out));
      case Commands.VERSION -> VersionCommand.run(command.hasMatchedOption(Commands.JSON), out);
      case Commands.DOCS ->
          DocsCommand.run(
              Commands.directory(command), command.hasMatchedOption(Commands.JSON), out);
      case Commands.ERRORS -> errors(Commands.directory(command));
      case Commands.TRAIN -> Training.run();
      default -> throw new IllegalStateException("no such command: " + name);
    };
  }

  private int imported(Config config, ParseResult command) throws StartRefused {
    if (ImportOrder.isVerify(command)) {
      return VerifyCommand.run(config, command, out);
    }
    ImportCommand imports =
        new ImportCommand(config, environment.get("CREDENTIALS_DIRECTORY"), out);
    return ImportCommand.isDry(command) ? imports.plan(command) : imports.run(command);
  }

  private int exported(Config config, ParseResult command) throws StartRefused {
    return new ExportCommand(config, environment.get("CREDENTIALS_DIRECTORY"), out).run(command);
  }

  @FunctionalInterface
  private interface StoreWork {
    int run(Config config) throws StartRefused;
  }

  /** Runs work that needs the native libraries. */
  private static int onStore(Settings settings, StoreWork work) throws StartRefused {
    Config config = new Config(settings);
    try (NativeFiles _ = NativeFiles.prepare(config.data().relayPath())) {
      return work.run(config);
    }
  }

  private int serve(SettingsFiles files) throws StartRefused {
    return Serve.run(
        files,
        environment.get("CREDENTIALS_DIRECTORY"),
        Supervisor.of(environment, ProcessHandle.current().pid()));
  }

  private int keys(Config config, ParseResult command) throws StartRefused {
    ServerKeys keys =
        new ServerKeys(
            config.ownerNsec(),
            environment.get("CREDENTIALS_DIRECTORY"),
            config.data().relayPath());
    ServerKey key =
        command.hasMatchedOption("--new") ? keys.make(new SecureRandom()) : existing(keys);
    if (command.hasMatchedOption(Commands.JSON)) {
      out.println(
          JsonText.object(json -> {
            json.writeStringProperty("npub", Bech32.npub(key.publicKey()));
            json.writeStringProperty("hex", key.publicKey().hex());
            json.writeStringProperty("source", key.origin().kind().word());
            json.writeStringProperty("from", key.origin().text());
          }));
      return OK;
    }
    out.println("npub " + Bech32.npub(key.publicKey()));
    out.println("hex  " + key.publicKey().hex());
    out.println("from " + key.origin().text());
    return OK;
  }

  private int doctor(Settings settings, boolean asJson) throws StartRefused {
    if (!asJson) {
      return doctor(settings, out);
    }
    StringWriter text = new StringWriter();
    int code = doctor(settings, new PrintWriter(text, true));
    out.println(Doctor.json(code == OK, text.toString().lines().toList()));
    return code;
  }

  private int doctor(Settings settings, PrintWriter out) throws StartRefused {
    List<String> unknown = settings.unknownVariables();
    unknown.forEach(line -> out.println("problem: " + line));
    int code =
        onStore(
            settings, config -> Doctor.run(config, environment.get("CREDENTIALS_DIRECTORY"), out));
    return unknown.isEmpty() ? code : Math.max(code, FAILED);
  }

  private int backup(ParseResult command) throws StartRefused {
    return onStore(
        settings(command),
        config ->
            new BackupCommand(
                    config,
                    environment.get("CREDENTIALS_DIRECTORY"),
                    command.hasMatchedOption(Commands.JSON),
                    out)
                .backup(
                    Commands.directory(command), Instant.now().truncatedTo(ChronoUnit.SECONDS)));
  }

  private int restore(ParseResult command) throws StartRefused {
    if (!command.hasMatchedOption(Commands.JSON)) {
      return restore(command, out);
    }
    StringWriter text = new StringWriter();
    int code = restore(command, new PrintWriter(text, true));
    out.println(RestoreCommand.json(code, text.toString().lines().toList()));
    return code;
  }

  private int restore(ParseResult command, PrintWriter out) throws StartRefused {
    return onStore(
        settings(command),
        config ->
            new RestoreCommand(config, environment.get("CREDENTIALS_DIRECTORY"), out)
                .restore(
                    Commands.directory(command),
                    command.hasMatchedOption(Commands.DESPITE_PROBLEMS)));
  }

  private int why(ParseResult command) throws StartRefused {
    String url = command.matchedOptionValue("--url", "");
    String root =
        url.isEmpty() ? Why.ownRoot(new Config(settings(command))) : Why.withoutSlash(url);
    return Why.run(root, Commands.asked(command), command.hasMatchedOption(Commands.JSON), out);
  }

  private int holding(ParseResult command) throws StartRefused {
    String action = command.matchedPositionalValue(0, "");
    List<String> known = List.of(EndedAnswers.LIST, EndedAnswers.RESTORE, EndedAnswers.ERASE);
    if (!known.contains(action)) {
      throw new StartRefused(
          "'graspd holding' can " + String.join(", ", known) + ", not '" + action + "'");
    }
    String repository = command.matchedPositionalValue(1, "");
    var order =
        new HoldingCommand.Order(action, repository, command.hasMatchedOption(Commands.JSON));
    return onStore(settings(command), config -> HoldingCommand.run(config, order, out));
  }

  static ServerKey existing(ServerKeys keys) throws StartRefused {
    Optional<ServerKey> key = keys.find();
    if (key.isEmpty()) {
      throw new StartRefused(
          "there is no key yet: the first 'graspd serve' makes one, or make it now with 'graspd"
              + " keys --new'");
    }
    return key.get();
  }

  private int config(ParseResult command) throws StartRefused {
    if (command.hasMatchedOption("--reference")) {
      if (command.hasMatchedOption(Commands.JSON)) {
        throw new StartRefused(
            "--reference is a page for people: 'graspd config --json' has the values");
      }
      out.print(ConfigurationPage.render());
      out.flush();
      return OK;
    }
    if (command.hasMatchedOption(Commands.AS_NGIT_GRASP)) {
      Path file = Path.of(command.matchedOptionValue(Commands.AS_NGIT_GRASP, ""));
      return ConfigCommand.printTranslated(
          file,
          command.matchedOptionValue(Commands.WRITE, ""),
          command.hasMatchedOption(Commands.JSON),
          out);
    }
    Settings settings = settings(command);
    if (command.hasMatchedOption(Commands.JSON)) {
      ConfigCommand.printJson(settings, out);
    } else {
      ConfigCommand.printDotEnv(settings, out);
    }
    settings.remarks().forEach(remark -> err.println("graspd: " + remark));
    boolean isStrict = command.hasMatchedOption(Commands.STRICT);
    return isStrict && !settings.unknownVariables().isEmpty() ? FAILED : OK;
  }

  private static int errors(Path directory) throws StartRefused {
    try {
      for (Map.Entry<String, String> page : ErrorPages.markdown().entrySet()) {
        Files.writeString(directory.resolve(page.getKey()), page.getValue());
      }
      return OK;
    } catch (IOException e) {
      throw new StartRefused(directory + " cannot be written: " + FileTrouble.text(e), e);
    }
  }

  private Settings settings(ParseResult command) throws StartRefused {
    return settings(Commands.flags(command));
  }

  private Settings settings(SortedMap<String, String> flags) throws StartRefused {
    return files(flags).first();
  }

  private SettingsFiles files(SortedMap<String, String> flags) {
    return SettingsFiles.of(flags, environment, workingDirectory);
  }

  private int refuse(String line) {
    err.println("graspd: " + Escape.line(line, LINE_BYTES_MAX));
    return REFUSED;
  }
}
