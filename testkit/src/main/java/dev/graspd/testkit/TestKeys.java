package dev.graspd.testkit;

/** The people of our tests. */
public final class TestKeys {
  public static final Signer ALICE = Signer.named("alice");
  public static final Signer BOB = Signer.named("bob");
  public static final Signer CAROL = Signer.named("carol");
  public static final Signer MALLORY = Signer.named("mallory");

  private TestKeys() {}
}
