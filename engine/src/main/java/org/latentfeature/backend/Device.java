package org.latentfeature.backend;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/**
 * One of the devices that a backend can run on, as a user knows it.
 *
 * @param name the maker's name for it
 * @param memory bytes that it has, in use or not
 * @param properties what else tells it from others, in the order in which to show it
 */
public record Device(String name, long memory, Map<String, String> properties) {

  /** Keeps an unmodifiable copy of the properties, in their order. */
  public Device {
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
  }

  /** One line: name, memory, properties. */
  public String line() {
    StringJoiner line = new StringJoiner(", ").add(name).add("%,d MiB".formatted(memory >> 20));
    properties.forEach((property, value) -> line.add(property + " " + value));
    return line.toString();
  }
}
