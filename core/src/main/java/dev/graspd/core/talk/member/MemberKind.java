package dev.graspd.core.talk.member;

/** The part of a key in a thread, the strongest first; pages show it beside its name. */
public enum MemberKind {
  OWNER,
  LEAD,
  MAINTAINER,
  MODERATOR,
  /** Has begun the thread. */
  AUTHOR,
  NONE
}
