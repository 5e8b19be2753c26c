package org.latentfeature.backend;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/**
 * A device that a backend can run on.
 *
 * @param name the vendor's name
 * @param memory total bytes, used or free
 * @param properties further properties, in display order
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
