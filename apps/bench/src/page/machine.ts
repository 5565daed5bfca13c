/** The line that describes the measuring machine, as far as a browser reveals it. */

/** The browser's own brand names, if it provides them (Chromium does). */
interface UserAgentData {
  readonly brands: readonly { readonly brand: string; readonly version: string }[];
  readonly platform: string;
}

/** The browser and its version, the system, the number of threads and the clock resolution. */
export function machineLine(): string {
  const { hardwareConcurrency, userAgent } = navigator;
  const { userAgentData } = navigator as { userAgentData?: UserAgentData };
  const brand = userAgentData?.brands.find(({ brand: name }) => !/not.*brand/i.test(name));
  const browser =
    brand !== undefined
      ? `${brand.brand} ${brand.version}, ${userAgentData?.platform}`
      : (userAgent.match(/(Firefox|Version)\/[\d.]+/)?.[0] ?? userAgent);
  const threads = `${hardwareConcurrency} threads`;
  const clock = `clock of ${Number((1000 * clockTick()).toPrecision(2))} µs`;
  return `${browser}, ${threads}, ${clock}${crossOriginIsolated ? '' : ', page not isolated'}`;
}

/** Smallest nonzero difference of two times, milliseconds. */
function clockTick(): number {
  let least = Infinity;
  for (let i = 0; i < 20; i++) {
    const start = performance.now();
    let now = start;
    while (now === start) now = performance.now();
    least = Math.min(least, now - start);
  }
  return least;
}
