import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join, resolve, sep } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';

const app = join(import.meta.dirname, '..', 'docs');
const dist = join(app, 'dist');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.md': 'text/plain; charset=utf-8',
};

const patience =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="3"><link rel="icon" href="data:,"><title>Docs</title>' +
  '<p style="font: 16px system-ui; margin: 2rem">The docs are being built, which takes half a minute the first time.</p></html>';

/**
 * Serves the packages' docs at docs/ of the playground. A build copies the output of `pnpm build-docs` and reports if there is none.
 * The development server builds the docs on the first request.
 */
export function docsPlugin(): Plugin {
  let config: ResolvedConfig;
  let isBuilding = false;
  let failure = '';
  return {
    name: 'otedama-docs',
    configResolved(resolved) {
      config = resolved;
    },
    configureServer({ middlewares }) {
      middlewares.use('/docs', (request, response) => {
        const send = (status: number, type: string, body: string | Buffer) => {
          response.writeHead(status, { 'content-type': type }).end(body);
        };
        if (failure !== '') return send(500, 'text/plain; charset=utf-8', failure);
        if (isBuilding || !existsSync(dist)) {
          if (!isBuilding) {
            isBuilding = true;
            execFile(process.execPath, ['build.js'], { cwd: app }, (error, _, stderr) => {
              isBuilding = false;
              if (error !== null) failure = `The docs could not be built:\n${stderr}`;
            });
          }
          return send(200, types['.html'], patience);
        }
        const path = decodeURIComponent((request.url ?? '/').split('?')[0]);
        const file = resolve(join(dist, path.endsWith('/') ? `${path}index.html` : path));
        const isThere = file.startsWith(dist + sep) && existsSync(file) && statSync(file).isFile();
        if (!isThere) return send(404, 'text/plain', 'not found');
        send(200, types[extname(file)] ?? 'application/octet-stream', readFileSync(file));
      });
    },
    writeBundle() {
      if (existsSync(dist))
        cpSync(dist, resolve(config.root, config.build.outDir, 'docs'), { recursive: true });
      else config.logger.info('no docs in this build: pnpm build-docs makes them');
    },
  };
}
