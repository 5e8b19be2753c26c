package org.latentfeature.cuda;

import org.latentfeature.cuda.driver.Context;
import org.latentfeature.cuda.driver.Launch;
import org.latentfeature.cuda.driver.Products;
import org.latentfeature.cuda.driver.Transfers;

/**
 * The open device, its kernels and its figures, as every step needs them.
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
