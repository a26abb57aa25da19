package dev.graspd.core.nostr.refusal;

/** A refusal with its detail, ready for the wire. */
public record Refusal(Reason reason, String text) {
  /** Returns {@code prefix: text}. */
  public String message() {
    return reason.prefix().word() + ": " + text;
  }

  /** Returns the same with the address of its page at this service, for people. */
  public String message(String serviceUrl) {
    return message() + "; see " + page(serviceUrl);
  }

  /** Returns where a service explains it. */
  public String page(String serviceUrl) {
    return serviceUrl + "/errors/" + reason.slug();
  }
}
