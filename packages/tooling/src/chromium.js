import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from 'playwright';

const featuresOff = [
  // Two pages for the suggestions below the address bar. Headless tests never show them, but they would load with every window and
  // use as much memory as the tested page.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // Features that Playwright turns off. A later switch of the same name would turn them on again, so they are repeated here.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

export const chromiumFlags = [
  '--no-sandbox', // containers run as root
  '--enable-unsafe-webgpu',
  '--enable-features=Vulkan',
  `--disable-features=${featuresOff.join()}`,
  '--use-vulkan=swiftshader',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-rasterization', // software rendering draws text and boxes faster without an emulated GPU
  '--ignore-gpu-blocklist',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const usualPlaces = [
  // the same browser without a window: a page takes a quarter less work
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

export function findChromium() {
  const named = process.env.OTEDAMA_CHROMIUM;
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`OTEDAMA_CHROMIUM names ${named}, which does not exist`);
    return named;
  }
  const place = usualPlaces.find((file) => existsSync(file)) ?? onPath('chromium') ?? onPath('google-chrome');
  if (place !== undefined) return place;
  const own = chromium.executablePath();
  return own !== '' && existsSync(own) ? own : undefined;
}

/** Installs Debian's package as root where apt is available, otherwise Playwright's own download. */
function installChromium() {
  if (process.getuid?.() === 0 && onPath('apt-get') !== undefined) {
    const apt = (...words) =>
      spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=600', '-qq', ...words], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0;
    if (apt('update') && ['chromium-headless-shell', 'chromium'].some((name) => apt('install', '-y', name)))
      return;
  }
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js');
  execFileSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' });
}

export function ensureChromium() {
  const found = findChromium();
  if (found !== undefined) return found;
  console.log('No Chromium found; installing one.');
  try {
    installChromium();
  } catch (cause) {
    throw new Error('Could not install Chromium. Install it by hand and name it in OTEDAMA_CHROMIUM.', {
      cause,
    });
  }
  const installed = findChromium();
  if (installed === undefined) {
    throw new Error('Chromium was installed but not found. Name its path in OTEDAMA_CHROMIUM.');
  }
  return installed;
}
