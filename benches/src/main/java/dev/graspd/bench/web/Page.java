package dev.graspd.bench.web;

/**
 * One page, by the address that each program has for it.
 *
 * @param own below the repository of our server
 * @param cgitPath below the repository of cgit
 * @param cgitQuery the query of cgit
 * @param gitweb the query of gitweb, without the repository
 * @param shown a text that all of them show
 */
record Page(String own, String cgitPath, String cgitQuery, String gitweb, String shown) {}
