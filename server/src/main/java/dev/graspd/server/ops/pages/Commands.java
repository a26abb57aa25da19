package dev.graspd.server.ops.pages;

import dev.graspd.core.nostr.ServiceAddress;

/**
 * What visitors can copy into a shell to use this service: whole commands with its address. What
 * only they know is a variable in the first lines.
 */
record Commands(ServiceAddress service) {
  private static final String NPUB = "npub=npub1...      # yours\n";

  /** Returns how to publish a repository with ngit, from nothing. */
  String publish() {
    return """
    git init -b main my-project && cd my-project   # or cd to a repository that you have
    echo hello > README && git add README && git commit -m first
    ngit account create --name me                  # or, if you have a key: ngit account login
    ngit init --defaults --name my-project --grasp-server %s\
    """
        .formatted(service.relayUrl());
  }

  /** Returns the tags of the two events that somebody publishes who has stock git only. */
  String events() {
    return """
    kind 30617: ["d","my-project"] ["clone","%s"] ["relays","%s"]
    kind 30618: ["d","my-project"] ["HEAD","ref: refs/heads/main"] ["refs/heads/main","<id of the commit>"]\
    """
        .formatted(repository("<your npub>"), service.relayUrl());
  }

  /** Returns how to push with stock git what those events say. */
  String push() {
    return NPUB + "git push " + repository("$npub") + " main";
  }

  /** Returns where a key pushes what it offers to a repository that may live elsewhere. */
  String place() {
    return service.httpUrl() + "/prs/<your npub>/<identifier of the repository>.git";
  }

  /** Returns how to push a pull request there. */
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
