package dev.graspd.core.talk.member;

/** What a key is to a thread, the strongest first; pages show it beside its name. */
public enum MemberKind {
  OWNER,
  LEAD,
  MAINTAINER,
  MODERATOR,
  /** Has begun the thread. */
  AUTHOR,
  NONE
}
