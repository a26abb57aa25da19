package dev.graspd.server.site.meta;

import dev.graspd.server.site.html.Html.Link;

/**
 * Another form of a page.
 *
 * @param type its type of content
 * @param title its name for people
 */
public record Alternate(Link link, String type, String title) {
  public static final String ATOM = "application/atom+xml";
  public static final String JSON = "application/json";
}
