package dev.graspd.core.nostr;

/** A no with its particulars, ready for the wire. */
public record Refusal(Reason reason, String text) {
  /** Returns {@code prefix: text}. */
  public String message() {
    return reason.prefix().word() + ": " + text;
  }

  /** Returns the same with the address of its page, for people. */
  public String message(ServiceAddress service) {
    return message() + "; see " + page(service);
  }

  /** Returns where a service explains it. */
  public String page(ServiceAddress service) {
    return service.httpUrl() + "/errors/" + reason.slug();
  }
}
