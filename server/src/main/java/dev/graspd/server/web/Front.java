package dev.graspd.server.web;

import dev.graspd.server.web.http.OpsPages;
import dev.graspd.server.web.site.SiteFront;
import java.time.Duration;

/**
 * The documents and pages for visitors and programs over HTTP. A reload of the settings brings
 * another one.
 *
 * @param pageWork the time of the processor that pages for one address may take in ten minutes
 */
public record Front(OpsPages pages, SiteFront site, Duration pageWork) {}
