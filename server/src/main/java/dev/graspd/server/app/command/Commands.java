package dev.graspd.server.app.command;

import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.Version;
import dev.graspd.server.ops.config.Area;
import dev.graspd.server.ops.config.ConfigKeys;
import dev.graspd.server.ops.config.Key;
import dev.graspd.server.ops.config.ValueType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** The commands and their options; options of the configuration come from its table. */
final class Commands {
  static final String SERVE = "serve";
  static final String KEYS = "keys";
  static final String CONFIG = "config";
  static final String DOCTOR = "doctor";
  static final String BACKUP = "backup";
  static final String RESTORE = "restore";
  static final String IMPORT = "import";
  static final String EXPORT = "export";
  static final String WHY = "why";
  static final String HOLDING = "holding";
  static final String PURGATORY = "purgatory";
  static final String BAN = "ban";
  static final String UNBAN = "unban";
  static final String AUDIT = "audit";
  static final String RELOAD = "reload";
  static final String HOOK = "hook";
  static final String REPO = "repo";
  static final String VERSION = "version";
  static final String DOCS = "docs";
  static final String ERRORS = "error-pages";
  static final String TRAIN = "train";

  /** Not a command of the parser: it shows the help of others. */
  static final String HELP = "help";

  static final String SETTINGS = "settings";

  static final String JSON = "--json";
  static final String STRICT = "--strict";
  static final String AS_NGIT_GRASP = "--as-ngit-grasp";
  static final String WRITE = "--write";
  static final String DESPITE_PROBLEMS = "--despite-problems";

  private static final String SECRET_FLAG = "--relay-owner-nsec";
  private static final Set<String> GENERAL_FLAGS = Set.of("-h", "--help", "-V", "--version");

  private final List<String> arguments;

  /** Whether help and completions name settings among the options of a command. */
  private final boolean showsSettings;

  private Commands(boolean showsSettings, String... arguments) {
    this.showsSettings = showsSettings;
    this.arguments = List.of(arguments);
  }

  /**
   * Returns the commands that these arguments need, with the named options of the configuration
   * only: all options of all commands would take a third of the start.
   */
  static CommandLine build(String... arguments) {
    return new CommandLine(new Commands(false, arguments).root()).setUsageHelpAutoWidth(true);
  }

  /** Returns all commands with every setting as a visible option of {@code serve}. */
  static CommandLine whole() {
    return new CommandLine(new Commands(true, SERVE).root());
  }

  private CommandSpec root() {
    CommandSpec root = command("graspd", "A Nostr relay for git repositories.");
    root.usageMessage()
        .footer(
            "",
            "'graspd help COMMAND' shows the options of a command,",
            "'graspd help settings' all settings.");
    root.version("graspd " + Version.current().number() + " (" + Version.current().commit() + ")");
    root.addOption(
        OptionSpec.builder("-V", "--version")
            .versionHelp(true)
            .description("Show the version.")
            .build());
    root.addSubcommand(SERVE, configured(SERVE, "Run the server."));
    CommandSpec keys = configured(KEYS, "Show the public part of the server's key.");
    keys.addOption(
        OptionSpec.builder("--new").description("Make a new key where there is none.").build());
    keys.addOption(asJson());
    root.addSubcommand(KEYS, keys);
    CommandSpec config = configured(CONFIG, "Show the values in force and where they come from.");
    config.addOption(
        OptionSpec.builder("--reference")
            .description("Write the reference page of all keys instead.")
            .build());
    config.addOption(
        OptionSpec.builder(STRICT)
            .description("Exit with 1 if a variable looks like a key but is not one.")
            .build());
    config.addOption(
        chosen(
            AS_NGIT_GRASP,
            "FILE",
            "Show what a settings file of ngit-grasp means here, as a file for graspd."));
    config.addOption(chosen(WRITE, "FILE", "Write that to a new file, too."));
    config.addOption(asJson());
    root.addSubcommand(CONFIG, config);
    CommandSpec doctor =
        configured(DOCTOR, "Check the data, while the server runs or not; change nothing.");
    doctor.addOption(asJson());
    root.addSubcommand(DOCTOR, doctor);
    CommandSpec backup =
        withDirectory(
            configured(
                BACKUP,
                "Copy all data into a directory, while the server runs or not; the next time only"
                    + " what is new."));
    backup.addOption(asJson());
    root.addSubcommand(BACKUP, backup);
    CommandSpec restore =
        withDirectory(
            configured(RESTORE, "Bring a backup into data directories that are empty or missing."));
    restore.addOption(
        OptionSpec.builder(DESPITE_PROBLEMS)
            .description("Restore a damaged backup too, and list the losses.")
            .build());
    restore.addOption(asJson());
    root.addSubcommand(RESTORE, restore);
    root.addSubcommand(IMPORT, imports());
    root.addSubcommand(EXPORT, exports());
    root.addSubcommand(WHY, why());
    root.addSubcommand(HOLDING, holding());
    root.addSubcommand(PURGATORY, purgatory());
    root.addSubcommand(REPO, repo());
    root.addSubcommand(BAN, BanOptions.ban(configured(BAN, BanOptions.BANS)));
    root.addSubcommand(UNBAN, BanOptions.unban(configured(UNBAN, BanOptions.UNBANS)));
    root.addSubcommand(AUDIT, BanOptions.audit(configured(AUDIT, BanOptions.AUDITS)));
    CommandSpec reload =
        configured(RELOAD, "Let the running server read its settings again, without a restart.");
    reload.addOption(asJson());
    root.addSubcommand(RELOAD, reload);
    root.addSubcommand(HOOK, HookCommand.spec(configured(HOOK, HookCommand.WORDS)));
    root.addSubcommand(VERSION, version());
    CommandSpec docs =
        withDirectory(
            command(
                DOCS,
                "Write man page, shell completions and an example of the settings into a"
                    + " directory."));
    docs.addOption(asJson());
    root.addSubcommand(DOCS, docs);
    root.addSubcommand(
        ERRORS, withDirectory(hidden(ERRORS, "Write the pages about refusals into a directory.")));
    root.addSubcommand(TRAIN, hidden(TRAIN, "Run a short workload for the AOT cache."));
    return root;
  }

  private static CommandSpec version() {
    CommandSpec version = command(VERSION, "Show the version, its commit and the Java it runs on.");
    version.addOption(asJson());
    return version;
  }

  private static CommandSpec withDirectory(CommandSpec command) {
    command.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("1")
            .required(true)
            .paramLabel("DIRECTORY")
            .type(Path.class)
            .build());
    return command;
  }

  static Path directory(ParseResult command) {
    return command.matchedPositionalValue(0, Path.of(""));
  }

  private CommandSpec imports() {
    CommandSpec imports =
        configured(
            IMPORT,
            "Bring the data of ngit-grasp, or of any GRASP server, into new data directories; or"
                + " compare it with this server.");
    imports.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("1")
            .required(true)
            .paramLabel("ngit-grasp|grasp|verify")
            .description("What the old server is, or verify to compare it with this one.")
            .type(String.class)
            .build());
    imports.addPositional(
        PositionalParamSpec.builder()
            .index("1")
            .arity("0..1")
            .paramLabel("URL")
            .description("With grasp: the server, as wss://git.example.org.")
            .type(String.class)
            .build());
    imports.addOption(
        chosen(ImportOrder.FROM, "DIR", "The old server's directory, with relay and git in it."));
    imports.addOption(chosen(ImportOrder.RELAY, "DIR", "The directory of its events."));
    imports.addOption(chosen(ImportOrder.GIT, "DIR", "The directory of its repositories."));
    imports.addOption(
        chosen(ImportOrder.LIVE, "URL", "The old server while it runs; events come from there."));
    imports.addOption(chosen(ImportOrder.KEY, "FILE", "The file of its secret key."));
    imports.addOption(
        OptionSpec.builder(ImportKey.NEW_KEY)
            .description("Give this server a new identity instead of the old server's key.")
            .build());
    imports.addOption(
        chosen(VerifyCommand.URL, "URL", "With verify: this server, if not the configured one."));
    imports.addOption(
        OptionSpec.builder(ImportCommand.DRY_RUN)
            .description("Only say what would be done; write nothing.")
            .build());
    imports.addOption(chosen(JSON, "REPORT", "Write the report to this file, too, as JSON."));
    return imports;
  }

  private CommandSpec exports() {
    CommandSpec exports =
        configured(
            EXPORT,
            "Send events and refs of this server to another GRASP server, as a client would.");
    exports.addOption(
        chosen(ExportCommand.TO, "URL", "The other server, as wss://git.example.org."));
    exports.addOption(
        OptionSpec.builder(ImportCommand.DRY_RUN)
            .description("Only say what would be sent.")
            .build());
    exports.addOption(chosen(JSON, "REPORT", "Write the report to this file, too, as JSON."));
    return exports;
  }

  private CommandSpec why() {
    CommandSpec why =
        configured(
            WHY,
            "Show the life of an event or a ref: the decisions of the running server, and why.");
    why.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("1")
            .paramLabel("EVENT|REPOSITORY")
            .description(
                "An event (64 hex digits, note1… or nevent1…), a repository (npub1…/identifier), or"
                    + " both parts of a ref in one (npub1…/identifier/refs/heads/main).")
            .type(String.class)
            .build());
    why.addPositional(
        PositionalParamSpec.builder()
            .index("1")
            .arity("0..1")
            .paramLabel("REF")
            .description("The ref, if a repository is given; main is refs/heads/main.")
            .type(String.class)
            .build());
    why.addOption(
        OptionSpec.builder("--url")
            .type(String.class)
            .paramLabel("URL")
            .description("Ask this server instead of the configured one.")
            .build());
    why.addOption(asJson());
    return why;
  }

  private CommandSpec holding() {
    CommandSpec holding =
        configured(HOLDING, "Show, restore or erase ended repositories that are not erased yet.");
    holding.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("1")
            .paramLabel("list|restore|erase")
            .description("The action; restore and erase need a running server.")
            .type(String.class)
            .build());
    holding.addPositional(
        PositionalParamSpec.builder()
            .index("1")
            .arity("0..1")
            .paramLabel("REPOSITORY")
            .description("The repository: npub1…/identifier.")
            .type(String.class)
            .build());
    holding.addOption(
        OptionSpec.builder(JSON)
            .description("Print JSON, for programs; a list has one object per line.")
            .build());
    return holding;
  }

  private CommandSpec purgatory() {
    CommandSpec purgatory =
        configured(PURGATORY, "Show or drop events that wait for git data or have expired.");
    purgatory.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("1")
            .paramLabel("list|drop")
            .description("The action.")
            .type(String.class)
            .build());
    purgatory.addOption(
        chosen(PurgatoryCommand.IDENTIFIER, "TEXT", "Events of this identifier (d tag)."));
    purgatory.addOption(
        chosen(PurgatoryCommand.AUTHOR, "NPUB", "Events that this key has signed."));
    purgatory.addOption(chosen(PurgatoryCommand.ID, "EVENT", "The event with this id."));
    purgatory.addOption(
        OptionSpec.builder(PurgatoryCommand.ALL).description("All held events.").build());
    purgatory.addOption(
        OptionSpec.builder(JSON)
            .description("Print JSON, for programs; a list has one object per line.")
            .build());
    return purgatory;
  }

  private CommandSpec repo() {
    CommandSpec repo =
        configured(REPO, "List hosted repositories with owner, size and age, or show one.");
    repo.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("1")
            .paramLabel("list|show")
            .description("List all of them, or show one.")
            .type(String.class)
            .build());
    repo.addPositional(
        PositionalParamSpec.builder()
            .index("1")
            .arity("0..1")
            .paramLabel("REPOSITORY")
            .description("The repository to show: npub1…/identifier.")
            .type(String.class)
            .build());
    repo.addOption(chosen(RepoCommand.OWNER, "NPUB", "List repositories of this key."));
    repo.addOption(chosen(RepoCommand.TOPIC, "TEXT", "List repositories with this topic."));
    repo.addOption(
        chosen(RepoCommand.QUERY, "TEXT", "List repositories that contain these words."));
    repo.addOption(
        OptionSpec.builder(RepoCommand.JSON)
            .description("Answer with JSON, for programs.")
            .build());
    return repo;
  }

  private static OptionSpec asJson() {
    return OptionSpec.builder(JSON).description("Print JSON, for programs.").build();
  }

  private static OptionSpec chosen(String name, String label, String text) {
    return OptionSpec.builder(name).type(String.class).paramLabel(label).description(text).build();
  }

  /** Returns the event or ref, as one or two arguments. */
  static List<String> asked(ParseResult why) {
    return why.matchedPositionals().stream().<String>map(PositionalParamSpec::getValue).toList();
  }

  /**
   * Test harnesses of clients start every GRASP server like the reference server: without a
   * command, with NGIT_ variables or flags only.
   */
  static String[] withDefault(String[] arguments, Map<String, String> environment) {
    boolean serves =
        arguments.length == 0
            ? environment.containsKey("NGIT_BIND_ADDRESS") || environment.containsKey("NGIT_DOMAIN")
            : arguments[0].startsWith("-") && !GENERAL_FLAGS.contains(arguments[0]);
    if (!serves) {
      return arguments;
    }
    String[] effective = new String[arguments.length + 1];
    effective[0] = SERVE;
    System.arraycopy(arguments, 0, effective, 1, arguments.length);
    return effective;
  }

  /** The key must appear neither in process lists nor in our message about an unknown flag. */
  static void refuseSecrets(String... arguments) throws StartRefused {
    for (String argument : arguments) {
      if (argument.startsWith(SECRET_FLAG)) {
        throw new StartRefused(
            "the server's key is never an argument: use NGIT_RELAY_OWNER_NSEC, a systemd credential"
                + " or the key file");
      }
    }
  }

  /** Returns the given configuration flags, by the name of their key. */
  static SortedMap<String, String> flags(ParseResult command) throws StartRefused {
    SortedMap<String, String> flags = new TreeMap<>();
    for (Key<?> key : ConfigKeys.all()) {
      if (key.hasFlag() && command.hasMatchedOption(key.flag())) {
        if (occurrences(key.flag(), command.originalArgs()) > 1) {
          throw new StartRefused(key.flag() + " is given twice");
        }
        flags.put(key.name(), command.matchedOption(key.flag()).getValue());
      }
    }
    return flags;
  }

  /** Picocli allows options of a group to be repeated, but the second would have no effect. */
  private static long occurrences(String flag, List<String> arguments) {
    return arguments.stream()
        .filter(argument -> argument.equals(flag) || argument.startsWith(flag + "="))
        .count();
  }

  private static CommandSpec command(String name, String text) {
    CommandSpec spec = CommandSpec.create().name(name);
    spec.usageMessage().description(text);
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("Show this help.").build());
    return spec;
  }

  private static CommandSpec hidden(String name, String text) {
    CommandSpec spec = command(name, text);
    spec.usageMessage().hidden(true);
    return spec;
  }

  private CommandSpec configured(String name, String text) {
    CommandSpec spec = command(name, text);
    if (!arguments.contains(name)) {
      return spec;
    }
    ConfigKeys.all().stream()
        .filter(Key::hasFlag)
        .forEach(key ->
            spec.addOption(option(key).toBuilder().hidden(key.hidden() || !showsSettings).build()));
    spec.usageMessage()
        .abbreviateSynopsis(false)
        .footer(
            "",
            "Every setting is an option, too: NGIT_MAX_LIMIT is --max-limit.",
            "'graspd help settings' lists them all.");
    return spec;
  }

  static CommandLine settings() {
    CommandSpec spec = CommandSpec.create().name("graspd serve");
    int order = 0;
    for (Area area : Area.values()) {
      spec.addArgGroup(group(area, order++));
    }
    spec.usageMessage()
        .abbreviateSynopsis(true)
        .footer(
            "",
            "Every option can also be set as an environment variable or in a file .env:",
            "--max-limit is NGIT_MAX_LIMIT. See docs/reference/configuration.md.");
    return new CommandLine(spec).setUsageHelpAutoWidth(true);
  }

  private static ArgGroupSpec group(Area area, int order) {
    ArgGroupSpec.Builder group =
        ArgGroupSpec.builder().validate(false).heading("%n" + area.title() + "%n").order(order);
    ConfigKeys.all().stream()
        .filter(key -> key.area() == area && key.hasFlag())
        .forEach(key -> group.addArg(option(key)));
    return group.build();
  }

  private static OptionSpec option(Key<?> key) {
    boolean yesOrNo = key.type().shape() == ValueType.Shape.SWITCH;
    OptionSpec.Builder option =
        OptionSpec.builder(key.flag())
            .type(String.class)
            .paramLabel(yesOrNo ? "true|false" : "VALUE")
            .arity(yesOrNo ? "0..1" : "1")
            .hidden(key.hidden())
            .description(escape(key.text()), escape("Default: " + key.fallbackText()));
    return yesOrNo ? option.fallbackValue("true").build() : option.build();
  }

  /** Picocli formats descriptions. */
  private static String escape(String text) {
    return text.replace("%", "%%").replace("@", "@@").replace("`", "");
  }
}
