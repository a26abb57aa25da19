package dev.graspd.server.site;

import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.page.SiteFrame;

/** What all pages of tests have around them. */
public final class SampleFrame {
  public static final String BASE = "/grasp/";
  public static final SiteFrame FRAME =
      new SiteFrame(
          "https://example.org",
          BASE,
          "example.org",
          "graspd 1",
          new Html.Link(BASE + "assets/x.css"),
          true,
          false);

  private SampleFrame() {}
}
