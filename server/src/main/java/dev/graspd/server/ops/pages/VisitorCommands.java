package dev.graspd.server.ops.pages;

import dev.graspd.core.nostr.ServiceAddress;

/**
 * Commands for visitors to copy into a shell, with the address of this service. Values that only
 * the visitor knows are variables in the first lines.
 */
record VisitorCommands(ServiceAddress service) {
  private static final String NPUB = "npub=npub1...      # yours\n";

  String publish() {
    return """
    git init -b main my-project && cd my-project   # or cd to a repository that you have
    echo hello > README && git add README && git commit -m first
    ngit account create --name me                  # or, if you have a key: ngit account login
    ngit init --defaults --name my-project --grasp-server %s\
    """
        .formatted(service.relayUrl());
  }

  /** The tags of the two events that a user of stock git publishes. */
  String events() {
    return """
    kind 30617: ["d","my-project"] ["clone","%s"] ["relays","%s"]
    kind 30618: ["d","my-project"] ["HEAD","ref: refs/heads/main"] ["refs/heads/main","<id of the commit>"]\
    """
        .formatted(repository("<your npub>"), service.relayUrl());
  }

  /** Pushes the refs of these events with stock git. */
  String push() {
    return NPUB + "git push " + repository("$npub") + " main";
  }

  /** The URL for pull requests to repositories that may be hosted elsewhere. */
  String place() {
    return service.httpUrl() + "/prs/<your npub>/<identifier of the repository>.git";
  }

  /** Pushes a pull request to that URL. */
  String offer() {
    return NPUB
        + """
        identifier=...     # of the repository
        event=...          # id of the pull request, 64 hex digits
        git push %s/prs/$npub/$identifier.git HEAD:refs/nostr/$event\
        """
            .formatted(service.httpUrl());
  }

  private String repository(String npub) {
    return service.httpUrl() + "/" + npub + "/my-project.git";
  }
}
