/** A sentence for a reason why there is no WebGPU, without its full stop: errors of a device do not name what failed. */
function lackOfWebGpu(reason: string): string {
  return reason.includes('WebGPU') ? reason[0].toUpperCase() + reason.slice(1) : `No WebGPU: ${reason}`;
}

/** What helps a reader whose browser gives the page no WebGPU; empty if the reason already says it. */
function adviceOnWebGpu(): string {
  if ('gpu' in navigator)
    return ' Switching on hardware acceleration in the browser, or a driver update, usually helps.';
  if (!isSecureContext) return '';
  return ' Chrome, Edge, Firefox and Safari have it in their current versions, on iPhones and iPads from iOS 26 on.';
}

/**
 * Says that a cloth runs on the processor, why, and what helps.
 * @param reason why there is no WebGPU; empty if WebGL was asked for
 * @param isSmaller whether the cloth has fewer particles there
 */
export function withoutWebGpu(reason: string, isSmaller: boolean): string {
  const why = reason === '' ? 'WebGL was asked for' : lackOfWebGpu(reason);
  const fewer = isSmaller ? ', with fewer particles' : '';
  return `${why}. The cloth runs on the processor${fewer}.${reason === '' ? '' : adviceOnWebGpu()}`;
}
