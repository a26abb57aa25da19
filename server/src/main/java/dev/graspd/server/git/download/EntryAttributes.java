package dev.graspd.server.git.download;

import java.util.Map;
import org.eclipse.jgit.attributes.Attribute;
import org.eclipse.jgit.attributes.Attribute.State;

/** The attributes of one entry of a tree. */
record EntryAttributes(Map<String, Attribute> found) {
  boolean isIgnored() {
    return isSet("export-ignore");
  }

  boolean hasFormats() {
    return isSet("export-subst");
  }

  boolean hasIdent() {
    return isSet("ident");
  }

  /** Whether its lines end in CR LF outside of git. */
  boolean endsLinesWithCr() {
    return !isUnset("text")
        && !(isUnspecified("text") && isUnset("crlf"))
        && isValue("eol", "crlf");
  }

  /** Whether it counts as text only if it looks like it. */
  boolean isTextByLook() {
    return isValue("text", "auto") || (isUnspecified("text") && isValue("crlf", "auto"));
  }

  boolean isChanged() {
    return hasFormats() || hasIdent() || endsLinesWithCr();
  }

  private boolean isSet(String key) {
    return has(key, State.SET);
  }

  private boolean isUnset(String key) {
    return has(key, State.UNSET);
  }

  private boolean isUnspecified(String key) {
    return !found.containsKey(key) || has(key, State.UNSPECIFIED);
  }

  private boolean isValue(String key, String value) {
    Attribute attribute = found.get(key);
    return attribute != null && value.equals(attribute.getValue());
  }

  private boolean has(String key, State state) {
    Attribute attribute = found.get(key);
    return attribute != null && attribute.getState() == state;
  }
}
