import { cpSync, existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { join, resolve } from 'node:path';
import { createServer, type Plugin, type ResolvedConfig, type ViteDevServer } from 'vite';

const app = join(import.meta.dirname, '..', 'bench');
const dist = join(app, 'dist');

/**
 * The benchmark page at bench/ of the playground. The development server runs that app's own beside itself, from the first request on; a
 * build copies what `pnpm --filter @otedama/bench build` has made.
 */
export function benchPlugin(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'otedama-bench',
    configResolved(resolved) {
      config = resolved;
    },
    configureServer({ middlewares, httpServer }) {
      let bench: Promise<ViteDevServer> | undefined;
      middlewares.use((request, response, next) => {
        if (!request.url?.startsWith('/bench/')) return next();
        bench ??= createServer({
          root: app,
          base: '/bench/',
          // its messages to the page go over the socket of the playground, told apart by the base
          server: {
            middlewareMode: true,
            ws: httpServer === null ? false : { server: httpServer as Server },
          },
        });
        bench.then((server) => server.middlewares(request, response, next), next);
      });
      httpServer?.on('close', () => bench?.then((server) => server.close()));
    },
    writeBundle() {
      if (existsSync(dist))
        cpSync(dist, resolve(config.root, config.build.outDir, 'bench'), { recursive: true });
      else config.logger.info('no benchmark page in this build: pnpm --filter @otedama/bench build makes it');
    },
  };
}
