package org.latentfeature.cli.effect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.Device;
import org.latentfeature.backend.Probe;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.Resources.Precision;

/**
 * A backend of the host with the resources of a card, all of which it remembers: what a command
 * passes on to the backend that it opens.
 */
public final class WitnessBackendProvider implements BackendProvider {

  private static final List<Resources> OPENED = new ArrayList<>();

  private static final Device CARD = new Device("witness", 1L << 30, Map.of());

  /** The resources of every backend opened since the last call. */
  static synchronized List<Resources> opened() {
    List<Resources> opened = List.copyOf(OPENED);
    OPENED.clear();
    return opened;
  }

  private static synchronized void add(Resources resources) {
    OPENED.add(resources);
  }

  @Override
  public String name() {
    return "witness";
  }

  @Override
  public int preference() {
    return Integer.MIN_VALUE + 1;
  }

  @Override
  public Probe probe() {
    return Probe.available("a backend of the host", List.of(CARD, CARD));
  }

  @Override
  public boolean offers(Precision precision) {
    return true;
  }

  @Override
  public Backend open(Resources resources) {
    add(resources);
    return Backends.host(resources.threads());
  }
}
