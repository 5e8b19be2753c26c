package org.latentfeature.cuda;

import org.latentfeature.cuda.driver.Context;
import org.latentfeature.cuda.driver.Launch;
import org.latentfeature.cuda.driver.Products;
import org.latentfeature.cuda.driver.Transfers;

/**
 * What every step needs of the device that it runs on.
 *
 * @param context the device, opened
 * @param kernels for it
 * @param gpu its figures
 */
record OpenDevice(Context context, Kernels kernels, Gpu gpu) {

  Launch launch() {
    return context.launch();
  }

  Products products() {
    return kernels.products;
  }

  Transfers transfers() {
    return context.transfers();
  }
}
