package dev.graspd.server.git.serve.refs;

import java.util.List;

/** The version of git's protocol that a client requests. */
public enum ProtocolVersion {
  V0,
  V1,
  V2;

  /**
   * Returns the greatest known version in a {@code Git-Protocol} header: keys and values between
   * colons. Anything else in it is ignored, as git does.
   */
  public static ProtocolVersion of(String gitProtocol) {
    List<String> parts = List.of(gitProtocol.split(":", -1));
    if (parts.contains("version=2")) {
      return V2;
    }
    return parts.contains("version=1") ? V1 : V0;
  }
}
