package org.latentfeature.backend.contract;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.BlockedBackend;
import org.latentfeature.backend.DeviceGroup;
import org.latentfeature.backend.Resources;

/**
 * A provider's backend on rows that lie in parts.
 *
 * @param provider of the backend
 * @param parts how many
 * @param atOnce whether each part has a backend of its own
 */
public record InParts(BackendProvider provider, int parts, boolean atOnce) implements ProviderOver {

  @Override
  public Backend open(Resources resources) {
    if (!atOnce) {
      return new BlockedBackend(provider.open(resources), parts);
    }
    List<Backend> devices = new ArrayList<>();
    for (int p = 0; p < parts; p++) {
      devices.add(provider.open(resources));
    }
    return new DeviceGroup(devices);
  }
}
