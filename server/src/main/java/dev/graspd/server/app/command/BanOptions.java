package dev.graspd.server.app.command;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The arguments of the commands that ban, unban and show what was ordered. */
final class BanOptions {
  static final String BANS =
      "Take an event, a key or a repository down at once, on the running server, or list what is"
          + " banned.";
  static final String UNBANS = "Lift a ban and bring back what it had set aside.";
  static final String AUDITS = "Show who banned and unbanned what, and why.";

  private BanOptions() {}

  static CommandSpec ban(CommandSpec command) {
    return subject(command, "event|key|repository|list")
        .addOption(text(BanCommand.REASON, "TEXT", "Why, for the list and the audit log."))
        .addOption(text(BanCommand.FOR, "TIME", "End the ban by itself: 30m, 12h, 7d, 2w."))
        .addOption(asJson("Print JSON, for programs; a list has one object per line."));
  }

  static CommandSpec unban(CommandSpec command) {
    return subject(command, "event|key|repository")
        .addOption(text(BanCommand.REASON, "TEXT", "Why, for the audit log."))
        .addOption(asJson("Print JSON, for programs."));
  }

  static CommandSpec audit(CommandSpec command) {
    return command
        .addOption(text(BanCommand.SINCE, "TIME", "Only the last 30m, 12h, 7d, 2w."))
        .addOption(asJson("Answer with JSON, one object per line."));
  }

  private static CommandSpec subject(CommandSpec command, String kinds) {
    return command
        .addPositional(
            PositionalParamSpec.builder()
                .index("0")
                .arity("1")
                .paramLabel(kinds)
                .description("What it is about.")
                .type(String.class)
                .build())
        .addPositional(
            PositionalParamSpec.builder()
                .index("1")
                .arity("0..1")
                .paramLabel("NAME")
                .description("The id of the event, npub1…, or npub1…/identifier.")
                .type(String.class)
                .build());
  }

  private static OptionSpec text(String name, String label, String words) {
    return OptionSpec.builder(name).type(String.class).paramLabel(label).description(words).build();
  }

  private static OptionSpec asJson(String words) {
    return OptionSpec.builder(BanCommand.JSON).description(words).build();
  }
}
